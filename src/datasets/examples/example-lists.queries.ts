import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SqlWhere } from '../../common/sql-where.js';
import type { DatasetExampleRow } from './dataset-example.entity.js';
import { EXAMPLE_COLUMNS } from './dataset-examples.queries.js';

/** Which examples of a dataset are listed. */
export interface ExampleFilter {
  /** Those that a version held; null for the newest state. */
  versionId: number | null;
  /** Those that are in any of the splits now; null for all. */
  splitIds: readonly number[] | null;
  /** Those with these row ids; null for all. */
  ids: readonly number[] | null;
  /** Those whose payload has the text as a part, in any case; null for all. */
  text: string | null;
}

/** Where a list of examples is read: by row id, behind the example `after`. */
export interface ExamplePage {
  after: number;
  limit: number;
}

/** An example with the revision that it is listed at. */
export type ListedExample = DatasetExampleRow & { listedRevisionId: number };

/** SQL that lists examples, by row id. */
@Injectable()
export class ExampleListsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** The same page of each dataset. */
  pages(
    datasetIds: readonly number[],
    filter: ExampleFilter,
    page: ExamplePage,
  ): Promise<ListedExample[]> {
    const where = new SqlWhere();
    const ids = where.bind(datasetIds);
    const list = examplesOf('d.id', filter, page.after, where);
    return this.dataSource.query(
      `SELECT page.* FROM unnest(${ids}::bigint[]) AS d (id) CROSS JOIN LATERAL (
         SELECT ${EXAMPLE_COLUMNS}, ${list.revisionId} AS "listedRevisionId" ${list.from}
          ORDER BY ${list.exampleId} LIMIT ${where.bind(page.limit)}) page`,
      where.parameters,
    );
  }

  /** How many examples of each dataset there are. Reads payloads for a text alone. */
  counts(
    datasetIds: readonly number[],
    filter: ExampleFilter,
  ): Promise<{ datasetId: number; count: number }[]> {
    const where = new SqlWhere();
    const ids = where.bind(datasetIds);
    const list = examplesOf('d.id', filter, 0, where);
    return this.dataSource.query(
      `SELECT d.id AS "datasetId", counted.count
         FROM unnest(${ids}::bigint[]) AS d (id)
        CROSS JOIN LATERAL (SELECT count(*) AS count ${list.from}) counted`,
      where.parameters,
    );
  }
}

/** The `FROM` and `WHERE` of a list of examples `e`, and what its rows are told by. */
interface ExampleSource {
  from: string;
  /** To sort by: written so that an index already has this order. */
  exampleId: string;
  revisionId: string;
}

/**
 * Examples of one dataset behind the example `after`. The newest state is read off the examples that
 * are live; an older version by the newest revision of each example that is not younger than it.
 */
export function examplesOf(
  datasetId: string,
  { versionId, splitIds, ids, text }: ExampleFilter,
  after: number,
  where: SqlWhere,
): ExampleSource {
  const from: string[] = [];
  const behind = where.bind(after);
  if (splitIds) {
    from.push(
      membersOf(datasetId, splitIds, behind, where),
      'JOIN dataset_examples e ON e.id = m.example_id',
    );
  } else {
    from.push('dataset_examples e');
    where.and(`e.dataset_id = ${datasetId}`).and(`e.id > ${behind}`);
  }
  if (ids) where.and(`e.id = ANY(${where.bind(ids)})`);
  if (versionId === null) where.and('e.is_live');
  if (versionId !== null) {
    const version = where.bind(versionId);
    from.push(`CROSS JOIN LATERAL (
      SELECT o.* FROM dataset_example_revisions o
       WHERE o.example_id = e.id AND o.version_id <= ${version}
       ORDER BY o.version_id DESC LIMIT 1) r`);
    where.and(`e.created_version_id <= ${version}`).and("r.kind <> 'DELETE'");
  } else if (text !== null) {
    from.push('JOIN dataset_example_revisions r ON r.id = e.revision_id');
  }
  if (text !== null) where.and(containsText(text, where));
  return {
    from: `FROM ${from.join(' ')} ${where.toString()}`,
    exampleId: splitIds ? 'm.example_id' : 'e.id',
    revisionId: versionId === null ? 'e.revision_id' : 'r.id',
  };
}

/** Members of any of the splits, each once; indexes give every split's in order, to be merged. */
function membersOf(
  datasetId: string,
  splitIds: readonly number[],
  after: string,
  where: SqlWhere,
): string {
  const ofSplits = splitIds.map(
    (id) => `SELECT x.example_id FROM dataset_split_examples x
              WHERE x.split_id = ${where.bind(id)} AND x.dataset_id = ${datasetId}
                AND x.example_id > ${after}`,
  );
  const [only] = ofSplits;
  if (ofSplits.length === 1) return `(${only}) m`;
  return `(SELECT DISTINCT u.example_id FROM (${ofSplits.join(' UNION ALL ')}) u
            ORDER BY u.example_id) m`;
}

/** Payloads are JSON text, in which quotes and line ends are escaped: either form is found. */
function containsText(text: string, where: SqlWhere): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  const needles = [...new Set([text, escaped])].map((form) => `lower(${where.bind(form)})`);
  const found = ['input', 'output', 'metadata'].flatMap((column) =>
    needles.map((needle) => `strpos(lower(r.${column}::text), ${needle}) > 0`),
  );
  return `(${found.join(' OR ')})`;
}

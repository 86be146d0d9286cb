import { Injectable } from '@nestjs/common';
import { selectColumns } from '../../database/columns.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { runBoundedRead } from '../../database/bounded-read.js';
import { DatasetExampleEntity, type DatasetExampleRow } from './dataset-example.entity.js';
import {
  DatasetExampleRevisionEntity,
  type DatasetExampleRevisionRow,
} from './dataset-example-revision.entity.js';
import {
  countQuery,
  type ExampleFilter,
  type ExamplePage,
  pageQuery,
} from './example-selection.js';

const EXAMPLE_COLUMNS = selectColumns(DatasetExampleEntity, 'e', {
  except: ['createdVersionId', 'deletedVersionId', 'contentHash'],
});

const REVISION_COLUMNS = selectColumns(DatasetExampleRevisionEntity, 'r');

/** An example at a version of its dataset. */
export interface ExampleAtVersion {
  exampleId: number;
  versionId: number;
}

/** The key of a span. */
export interface SourceSpanKey {
  traceId: string;
  spanId: string;
}

/** An example in a list, with its revision at the listed version. */
export type ListedExample = DatasetExampleRow & { listedRevisionId: number };

/** SQL for examples and their revisions. */
@Injectable()
export class DatasetExamplesQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<DatasetExampleRow[]> {
    return this.reader.query(
      `SELECT ${EXAMPLE_COLUMNS} FROM dataset_examples e WHERE e.id = ANY($1)`,
      [ids],
    );
  }

  /** Live or not. */
  async findByExternalId(datasetId: number, externalId: string): Promise<DatasetExampleRow | null> {
    const [row] = await this.reader.query<DatasetExampleRow[]>(
      `SELECT ${EXAMPLE_COLUMNS} FROM dataset_examples e
        WHERE e.dataset_id = $1 AND e.external_id = $2`,
      [datasetId, externalId],
    );
    return row ?? null;
  }

  /** Returns the spans from which a live example was created. */
  findSpansWithExamples(keys: readonly SourceSpanKey[]): Promise<SourceSpanKey[]> {
    return this.reader.query(
      `SELECT k.trace_id AS "traceId", k.span_id AS "spanId"
         FROM unnest($1::text[], $2::text[]) AS k (trace_id, span_id)
        WHERE EXISTS (SELECT 1 FROM dataset_examples e
                       WHERE e.trace_id = k.trace_id AND e.span_id = k.span_id AND e.is_live)`,
      [keys.map((key) => key.traceId), keys.map((key) => key.spanId)],
    );
  }

  /** Returns those that exist, in no particular order. */
  findRevisions(ids: readonly number[]): Promise<DatasetExampleRevisionRow[]> {
    return this.reader.query(
      `SELECT ${REVISION_COLUMNS} FROM dataset_example_revisions r WHERE r.id = ANY($1)`,
      [ids],
    );
  }

  /**
   * Finds the content of examples at versions of their datasets, including deletions. Leaves out
   * examples that did not exist yet, and versions of other datasets.
   * @returns the revisions, each with the requested version.
   */
  findRevisionsAt(
    keys: readonly ExampleAtVersion[],
  ): Promise<(DatasetExampleRevisionRow & { askedVersionId: number })[]> {
    return this.reader.query(
      `SELECT k.version_id AS "askedVersionId", r.*
         FROM unnest($1::bigint[], $2::bigint[]) AS k (example_id, version_id)
         JOIN dataset_examples e ON e.id = k.example_id
         JOIN dataset_versions v ON v.id = k.version_id AND v.dataset_id = e.dataset_id
         CROSS JOIN LATERAL (
           SELECT ${REVISION_COLUMNS} FROM dataset_example_revisions r
            WHERE r.example_id = e.id AND r.version_id <= v.id
            ORDER BY r.version_id DESC LIMIT 1) r`,
      [keys.map((key) => key.exampleId), keys.map((key) => key.versionId)],
    );
  }

  /**
   * Reads the same page of each dataset, by row ID, descending if the page is read backward.
   * @throws BadRequestError if a text search takes too long.
   */
  listPages(
    datasetIds: readonly number[],
    filter: ExampleFilter,
    page: ExamplePage,
  ): Promise<ListedExample[]> {
    const where = new SqlWhere();
    const ids = where.bind(datasetIds);
    const listed = filter.versionId === null ? 'e.revision_id' : 'r.id';
    const columns = `${EXAMPLE_COLUMNS}, ${listed} AS "listedRevisionId"`;
    return this.readFiltered(
      filter,
      `SELECT page.* FROM unnest(${ids}::bigint[]) AS d (id)
        CROSS JOIN LATERAL (${pageQuery('d.id', columns, filter, page, where)}) page`,
      where.parameters,
    );
  }

  /**
   * Counts the matching examples of each dataset. Only a text search reads payloads.
   * @throws BadRequestError if a text search takes too long.
   */
  countByDataset(
    datasetIds: readonly number[],
    filter: ExampleFilter,
  ): Promise<{ datasetId: number; count: number }[]> {
    const where = new SqlWhere();
    const ids = where.bind(datasetIds);
    return this.readFiltered(
      filter,
      `SELECT d.id AS "datasetId", counted.count
         FROM unnest(${ids}::bigint[]) AS d (id)
        CROSS JOIN LATERAL (${countQuery('d.id', filter, where)}) counted`,
      where.parameters,
    );
  }

  /** Payloads have no index, so a search for text that occurs nowhere reads them all. */
  private readFiltered<T>(
    { text }: ExampleFilter,
    sql: string,
    parameters: unknown[],
  ): Promise<T[]> {
    return text === null
      ? this.reader.query(sql, parameters)
      : runBoundedRead(this.reader, sql, parameters);
  }
}

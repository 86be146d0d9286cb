import { SqlWhere } from '../../common/sql/sql-where.js';

/** Which examples of a dataset are meant. */
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

/** Where a list of examples is read: by row id, behind one example, before another. */
export interface ExamplePage {
  after: number | null;
  before: number | null;
  limit: number;
  /** Whether it is read from its end. */
  isBackward: boolean;
}

/**
 * A query for one page of the examples `e` of a dataset, each once, in the order of their ids or
 * against it; `columns` has to begin with the id. `r` is the revision at the version, or with a text the newest one.
 */
export function pageOf(
  datasetId: string,
  columns: string,
  filter: ExampleFilter,
  { after, before, limit, isBackward }: ExamplePage,
  where: SqlWhere,
): string {
  const most = where.bind(limit);
  const behind = after !== null && where.bind(after);
  const ahead = before !== null && where.bind(before);
  const direction = isBackward ? 'DESC' : 'ASC';
  const list = (splitId: number | null): string => {
    const source = sourceOf(datasetId, filter, splitId, where.parameters);
    // The index that gives the order is that of the split, if there is one.
    const id = splitId === null ? 'e.id' : 'm.example_id';
    if (behind) source.where.and(`${id} > ${behind}`);
    if (ahead) source.where.and(`${id} < ${ahead}`);
    return `SELECT ${columns} FROM ${source.from} ${source.where.toString()}
             ORDER BY ${id} ${direction} LIMIT ${most}`;
  };
  if (!filter.splitIds) return list(null);
  const [first, ...others] = filter.splitIds.map(list);
  if (others.length === 0) return first!;
  // A page of each split, read off its index, and the foremost examples of all these.
  const lists = [first, ...others].map((one) => `(${one})`).join(' UNION ALL ');
  return `SELECT DISTINCT ON (u.id) u.* FROM (${lists}) u ORDER BY u.id ${direction} LIMIT ${most}`;
}

/** A query for the number of examples of a dataset. */
export function countOf(datasetId: string, filter: ExampleFilter, where: SqlWhere): string {
  const { splitIds, versionId, ids, text } = filter;
  if (!splitIds) {
    const source = sourceOf(datasetId, filter, null, where.parameters);
    return `SELECT count(*) AS count FROM ${source.from} ${source.where.toString()}`;
  }
  const inSplits = `m.split_id = ANY(${where.bind(splitIds)}) AND m.dataset_id = ${datasetId}`;
  if (versionId === null && ids === null && text === null) {
    // Examples leave their splits when they are deleted, so none has to be looked at.
    return `SELECT count(DISTINCT m.example_id) AS count FROM dataset_split_examples m
             WHERE ${inSplits}`;
  }
  const source = sourceOf(datasetId, filter, null, where.parameters);
  source.where.and(`e.id IN (SELECT m.example_id FROM dataset_split_examples m WHERE ${inSplits})`);
  return `SELECT count(*) AS count FROM ${source.from} ${source.where.toString()}`;
}

interface ExampleSource {
  from: string;
  where: SqlWhere;
}

/**
 * What examples of one dataset, or of one split of it, are read from. The newest state is told by the
 * examples that are live; an older version by the newest revision of each example that is not younger
 * than it, where those that were made later or deleted before are passed over by the index.
 */
function sourceOf(
  datasetId: string,
  { versionId, ids, text }: ExampleFilter,
  splitId: number | null,
  parameters: unknown[],
): ExampleSource {
  const where = new SqlWhere(parameters);
  let from: string;
  if (splitId === null) {
    from = 'dataset_examples e';
    where.and(`e.dataset_id = ${datasetId}`);
  } else {
    // Looked up one by one: a page is small, and merging the tables would begin at their first rows.
    from = `dataset_split_examples m CROSS JOIN LATERAL (
      SELECT x.* FROM dataset_examples x WHERE x.id = m.example_id OFFSET 0) e`;
    where.and(`m.split_id = ${where.bind(splitId)}`).and(`m.dataset_id = ${datasetId}`);
  }
  if (ids) where.and(`e.id = ANY(${where.bind(ids)})`);
  if (versionId === null) {
    where.and('e.is_live');
    if (text !== null) from += ' JOIN dataset_example_revisions r ON r.id = e.revision_id';
  } else {
    const version = where.bind(versionId);
    from += ` CROSS JOIN LATERAL (
      SELECT o.* FROM dataset_example_revisions o
       WHERE o.example_id = e.id AND o.version_id <= ${version}
       ORDER BY o.version_id DESC LIMIT 1) r`;
    where
      .and(`e.created_version_id <= ${version}`)
      .and(`e.deleted_version_id > ${version}`)
      .and("r.kind <> 'DELETE'");
  }
  if (text !== null) where.and(containsText(text, where));
  return { from, where };
}

/** Says that all that follows in a regular expression stands for itself. */
const LITERALLY = '***=';

/**
 * Payloads are JSON text, in which quotes and line ends are escaped: either form is found. Matching
 * without case takes a third of the time that it takes to change the case of whole payloads.
 */
function containsText(text: string, where: SqlWhere): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  const needles = [...new Set([text, escaped])].map((form) => where.bind(LITERALLY + form));
  const found = ['input', 'output', 'metadata'].flatMap((column) =>
    needles.map((needle) => `r.${column}::text ~* ${needle}`),
  );
  return `(${found.join(' OR ')})`;
}

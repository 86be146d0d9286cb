import { SqlWhere } from '../../kernel/sql/sql-where.js';

/** The filters of the examples of a dataset. */
export interface ExampleFilter {
  /** Examples of this version; null for the current state. */
  versionId: number | null;
  /** Examples that are in at least one of these splits now; null for all. */
  splitIds: readonly number[] | null;
  /** Examples with these row IDs; null for all. */
  ids: readonly number[] | null;
  /** Examples whose payload contains this text, ignoring case; null for all. */
  text: string | null;
}

/** A page of a list sorted by row ID, after one example and before another. */
export interface ExamplePage {
  after: number | null;
  before: number | null;
  limit: number;
  /** Whether to read from the end. */
  isBackward: boolean;
}

/**
 * Builds a query for one page of the examples `e` of a dataset, without duplicates, by ascending or
 * descending id. `columns` must start with the id. `r` is the revision at the version or, for a
 * text search, the newest one.
 */
export function pageQuery(
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
    const source = buildSource(datasetId, filter, splitId, where.parameters);
    // If there is a split, its index provides the order.
    const id = splitId === null ? 'e.id' : 'm.example_id';
    if (behind) source.where.and(`${id} > ${behind}`);
    if (ahead) source.where.and(`${id} < ${ahead}`);
    return `SELECT ${columns} FROM ${source.from} ${source.where.toString()}
             ORDER BY ${id} ${direction} LIMIT ${most}`;
  };
  if (!filter.splitIds) return list(null);
  const [first, ...others] = filter.splitIds.map(list);
  if (others.length === 0) return first!;
  // Reads one page of each split from its index, then takes the first examples of all of them.
  const lists = [first, ...others].map((one) => `(${one})`).join(' UNION ALL ');
  return `SELECT DISTINCT ON (u.id) u.* FROM (${lists}) u ORDER BY u.id ${direction} LIMIT ${most}`;
}

/** Builds a query for the number of examples of a dataset. */
export function countQuery(datasetId: string, filter: ExampleFilter, where: SqlWhere): string {
  const { splitIds, versionId, ids, text } = filter;
  if (!splitIds) {
    const source = buildSource(datasetId, filter, null, where.parameters);
    return `SELECT count(*) AS count FROM ${source.from} ${source.where.toString()}`;
  }
  const inSplits = `m.split_id = ANY(${where.bind(splitIds)}) AND m.dataset_id = ${datasetId}`;
  if (versionId === null && ids === null && text === null) {
    // Deleted examples leave their splits, so no example needs to be read.
    return `SELECT count(DISTINCT m.example_id) AS count FROM dataset_split_examples m
             WHERE ${inSplits}`;
  }
  const source = buildSource(datasetId, filter, null, where.parameters);
  source.where.and(`e.id IN (SELECT m.example_id FROM dataset_split_examples m WHERE ${inSplits})`);
  return `SELECT count(*) AS count FROM ${source.from} ${source.where.toString()}`;
}

interface ExampleSource {
  from: string;
  where: SqlWhere;
}

/**
 * Returns the tables and conditions that select examples of one dataset, or of one of its splits.
 * Live examples make up the current state. An older version consists of the newest revision of each
 * example up to that version; the index skips examples that were created later or deleted earlier.
 */
function buildSource(
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
    // One lookup per example, because a page is small, and a merge join would start at the first
    // rows.
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
  if (text !== null) where.and(matchText(text, where));
  return { from, where };
}

/** Makes PostgreSQL treat the rest of a regular expression literally. */
const LITERALLY = '***=';

/**
 * Payloads are JSON text, in which quotes and line breaks are escaped, so search for both forms. A
 * case-insensitive match takes a third of the time of folding whole payloads.
 */
function matchText(text: string, where: SqlWhere): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  const needles = [...new Set([text, escaped])].map((form) => where.bind(LITERALLY + form));
  const found = ['input', 'output', 'metadata'].flatMap((column) =>
    needles.map((needle) => `r.${column}::text ~* ${needle}`),
  );
  return `(${found.join(' OR ')})`;
}

import type { DatabaseWriter } from '../../database/database-writer.js';
import { type FilterColumns, toFilterSql } from './filter-sql.js';
import type { ListQuery, ScimPage } from './lists.js';

/** The SQL that lists resources. */
export interface ListedRows {
  select: string;
  /** With a `WHERE`. */
  from: string;
  /** SQL of the row ID, by which pages are sorted. */
  id: string;
  columns: FilterColumns;
}

/** Reads a page of resources. @throws ScimError `invalidFilter` */
export async function listPage<Row>(
  database: DatabaseWriter,
  { select, from, id, columns }: ListedRows,
  { filter, startIndex, count }: ListQuery,
): Promise<ScimPage<Row>> {
  const parameters: unknown[] = [];
  const condition = filter ? `AND ${toFilterSql(filter, columns, parameters)}` : '';
  const [counted] = await database.query<[{ total: number }]>(
    `SELECT count(*)::int AS total ${from} ${condition}`,
    parameters,
  );
  if (count === 0) return { total: counted.total, rows: [] };
  const rows: Row[] = await database.query(
    `${select} ${from} ${condition} ORDER BY ${id}
     OFFSET $${parameters.length + 1} LIMIT $${parameters.length + 2}`,
    [...parameters, startIndex - 1, count],
  );
  return { total: counted.total, rows };
}

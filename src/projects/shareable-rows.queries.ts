import type { ObjectType } from 'typeorm';
import { selectColumns } from '../database/columns.js';
import type { DatabaseWriter } from '../database/database-writer.js';

/** A kind of row that users of a project share or keep private. */
export interface ShareableKind<Row> {
  entity: ObjectType<Row>;
  table: string;
  /** Type name in its global ID. */
  type: string;
  /** The word for it in errors, such as `view`. */
  noun: string;
}

/**
 * Reads the rows that a user can see, by name.
 * @param condition SQL of which of them, with one parameter, `$1`.
 */
export function selectShareables<Row>(
  database: DatabaseWriter,
  { entity, table }: ShareableKind<Row>,
  condition: string,
  value: unknown,
  userId: number | null,
): Promise<Row[]> {
  return database.query(
    `SELECT ${selectColumns(entity, 'r')} FROM ${table} r
      WHERE ${condition} AND (r.owner_id IS NULL OR r.owner_id = $2) ORDER BY r.name, r.id`,
    [value, userId],
  );
}

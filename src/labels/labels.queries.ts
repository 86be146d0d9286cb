import type { EntityManager } from 'typeorm';
import type { DatabaseWriter } from '../database/database-writer.js';
import { SqlWhere } from '../kernel/sql/sql-where.js';

/** The tables that store the labels of one kind of owner. */
export interface LabelTables {
  labels: string;
  assignments: string;
  /** Column of `assignments` that points to the owner. */
  ownerColumn: string;
  /** Column of `labels` that points to the user who created one; null if that is not stored. */
  authorColumn: string | null;
}

/** The columns of a label that the APIs return. */
export interface LabelRow {
  id: number;
  name: string;
  description: string | null;
  /** `#rrggbb` */
  color: string;
}

/** The content of a label. */
export type LabelContent = Omit<LabelRow, 'id'>;

const COLUMNS = 'l.id, l.name, l.description, l.color';

/** SQL for the labels of one kind of owner and their assignments. */
export class LabelsQueries {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly tables: LabelTables,
  ) {}

  /** Sorted by name; unknown IDs are skipped. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<LabelRow[]> {
    return tx.query(
      `SELECT ${COLUMNS} FROM ${this.tables.labels} l WHERE l.id = ANY($1) ORDER BY l.name`,
      [ids],
    );
  }

  /** Newest first, starting with the row `from` if given. */
  listPage(from: number | null, limit: number): Promise<LabelRow[]> {
    const where = new SqlWhere();
    if (from !== null) where.and(`l.id <= ${where.bind(from)}`);
    return this.database.query(
      `SELECT ${COLUMNS} FROM ${this.tables.labels} l ${where.toString()}
        ORDER BY l.id DESC LIMIT ${where.bind(limit)}`,
      where.parameters,
    );
  }

  /** Sorted by name. */
  listSlice(names: readonly string[] | null, offset: number, limit: number): Promise<LabelRow[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM ${this.tables.labels} l
        WHERE $1::text[] IS NULL OR l.name = ANY($1) ORDER BY l.name OFFSET $2 LIMIT $3`,
      [names, offset, limit],
    );
  }

  async count(names: readonly string[] | null): Promise<number> {
    const [row] = await this.database.query<[{ count: number }]>(
      `SELECT count(*) AS count FROM ${this.tables.labels}
        WHERE $1::text[] IS NULL OR name = ANY($1)`,
      [names],
    );
    return row.count;
  }

  /** Lists the labels of each owner, sorted by name. */
  listByOwner(ownerIds: readonly number[]): Promise<(LabelRow & { ownerId: number })[]> {
    const { labels, assignments, ownerColumn } = this.tables;
    return this.database.query(
      `SELECT a.${ownerColumn} AS "ownerId", ${COLUMNS}
         FROM ${assignments} a JOIN ${labels} l ON l.id = a.label_id
        WHERE a.${ownerColumn} = ANY($1) ORDER BY l.name`,
      [ownerIds],
    );
  }

  /** Counts the owners of each label. Leaves out unused labels. */
  countUses(labelIds: readonly number[]): Promise<{ labelId: number; count: number }[]> {
    return this.database.query(
      `SELECT label_id AS "labelId", count(*) AS count FROM ${this.tables.assignments}
        WHERE label_id = ANY($1) GROUP BY label_id`,
      [labelIds],
    );
  }

  async insert(
    tx: EntityManager,
    { name, description, color }: LabelContent,
    userId: number | null,
  ): Promise<LabelRow> {
    const { labels, authorColumn } = this.tables;
    const values = [name, description, color, ...(authorColumn ? [userId] : [])];
    const [row] = await tx.query<[LabelRow]>(
      `INSERT INTO ${labels} AS l (name, description, color${authorColumn ? `, ${authorColumn}` : ''})
       VALUES (${values.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING ${COLUMNS}`,
      values,
    );
    return row;
  }

  /** Returns the row ID of the label with that name, which this creates if it does not exist. */
  async insertIfAbsent(
    tx: EntityManager,
    { name, description, color }: LabelContent,
    userId: number | null,
  ): Promise<number> {
    const { labels, authorColumn } = this.tables;
    const values = [name, description, color, ...(authorColumn ? [userId] : [])];
    // An update, even of nothing, locks the row, so that nobody deletes it before it is assigned.
    const [row] = await tx.query<[{ id: number }]>(
      `INSERT INTO ${labels} AS l (name, description, color${authorColumn ? `, ${authorColumn}` : ''})
       VALUES (${values.map((_, at) => `$${at + 1}`).join(', ')})
       ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id`,
      values,
    );
    return row.id;
  }

  /** Leaves absent fields unchanged. Returns null if the label does not exist. */
  async update(
    tx: EntityManager,
    id: number,
    { name, description, color }: Partial<LabelContent>,
  ): Promise<LabelRow | null> {
    const [rows] = await tx.query<[LabelRow[], number]>(
      `UPDATE ${this.tables.labels} AS l
          SET name = coalesce($2, name), color = coalesce($3, color),
              description = CASE WHEN $4 THEN $5 ELSE description END
        WHERE l.id = $1 RETURNING ${COLUMNS}`,
      [id, name, color, description !== undefined, description],
    );
    return rows[0] ?? null;
  }

  /** Returns the deleted labels. */
  async delete(tx: EntityManager, ids: readonly number[]): Promise<LabelRow[]> {
    const [rows] = await tx.query<[LabelRow[], number]>(
      `DELETE FROM ${this.tables.labels} AS l WHERE l.id = ANY($1) RETURNING ${COLUMNS}`,
      [ids],
    );
    return rows;
  }

  /** Skips assignments that already exist. */
  async assign(
    tx: EntityManager,
    ownerIds: readonly number[],
    labelIds: readonly number[],
  ): Promise<void> {
    const { assignments, ownerColumn } = this.tables;
    await tx.query(
      `INSERT INTO ${assignments} (${ownerColumn}, label_id)
       SELECT o.id, l.id FROM unnest($1::bigint[]) AS o (id) CROSS JOIN unnest($2::bigint[]) AS l (id)
        ORDER BY o.id, l.id
       ON CONFLICT DO NOTHING`,
      [ownerIds, labelIds],
    );
  }

  async unassign(tx: EntityManager, ownerId: number, labelIds: readonly number[]): Promise<void> {
    const { assignments, ownerColumn } = this.tables;
    await tx.query(
      `DELETE FROM ${assignments} WHERE ${ownerColumn} = $1 AND label_id = ANY($2::bigint[])`,
      [ownerId, labelIds],
    );
  }

  /** Removes every label from an owner except these. */
  async unassignOthers(
    tx: EntityManager,
    ownerId: number,
    labelIds: readonly number[],
  ): Promise<void> {
    const { assignments, ownerColumn } = this.tables;
    await tx.query(
      `DELETE FROM ${assignments} WHERE ${ownerColumn} = $1 AND label_id <> ALL($2::bigint[])`,
      [ownerId, labelIds],
    );
  }
}

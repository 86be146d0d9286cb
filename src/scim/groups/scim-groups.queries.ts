import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { findRowId } from '../../kernel/ids/global-id.js';
import type { FilterColumns } from '../protocol/filter-sql.js';
import { listPage } from '../protocol/list-page.queries.js';
import type { ListQuery, ScimPage } from '../protocol/lists.js';
import { IS_VISIBLE } from '../users/visible-users.js';
import type { GroupFields } from './group-fields.js';

/** A group as provisioning services see it. Times are text of PostgreSQL. */
export interface ScimGroupRow extends GroupFields {
  id: number;
  createdAt: string;
  updatedAt: string;
}

export interface MemberRow {
  groupId: number;
  userId: number;
}

const SELECT = `
  SELECT g.id, g.name AS "displayName", g.external_id AS "externalId",
         g.created_at AS "createdAt", g.updated_at AS "updatedAt"`;

const FROM = "FROM user_groups g WHERE g.source = 'SCIM'";

const MEMBER = {
  sql: 'm.user_id',
  type: 'id',
  toRowId: (text: string) => findRowId(text, 'User'),
  wrap: (comparison: string) =>
    `EXISTS (SELECT 1 FROM user_group_members m WHERE m.group_id = g.id AND ${comparison})`,
} as const;

const COLUMNS: FilterColumns = {
  id: { sql: 'g.id', type: 'id', toRowId: (text) => findRowId(text, 'UserGroup') },
  displayname: { sql: 'g.name', type: 'text' },
  externalid: { sql: 'g.external_id', type: 'exact' },
  members: MEMBER,
  'members.value': MEMBER,
  'meta.created': { sql: 'g.created_at', type: 'time' },
  'meta.lastmodified': { sql: 'g.updated_at', type: 'time' },
};

/** SQL of the groups of provisioning services. */
@Injectable()
export class ScimGroupsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** @throws ScimError `invalidFilter` */
  listPage(query: ListQuery): Promise<ScimPage<ScimGroupRow>> {
    const listed = { select: SELECT, from: FROM, id: 'g.id', columns: COLUMNS };
    return listPage(this.database, listed, query);
  }

  async find(id: number, tx: EntityManager = this.database.manager): Promise<ScimGroupRow | null> {
    const rows: ScimGroupRow[] = await tx.query(`${SELECT} ${FROM} AND g.id = $1`, [id]);
    return rows[0] ?? null;
  }

  /** Waits until nobody else changes the group. */
  async lock(id: number, tx: EntityManager): Promise<void> {
    await tx.query("SELECT 1 FROM user_groups WHERE id = $1 AND source = 'SCIM' FOR UPDATE", [id]);
  }

  listMembers(groupIds: readonly number[]): Promise<MemberRow[]> {
    return this.database.query(
      `SELECT group_id AS "groupId", user_id AS "userId" FROM user_group_members
       WHERE group_id = ANY($1) ORDER BY group_id, user_id`,
      [groupIds],
    );
  }

  async insert({ displayName, externalId }: GroupFields, tx: EntityManager): Promise<number> {
    const rows: { id: number }[] = await tx.query(
      `INSERT INTO user_groups (name, source, external_id) VALUES ($1, 'SCIM', $2) RETURNING id`,
      [displayName, externalId],
    );
    return rows[0]!.id;
  }

  async update(
    id: number,
    { displayName, externalId }: GroupFields,
    tx: EntityManager,
  ): Promise<void> {
    await tx.query(
      'UPDATE user_groups SET name = $2, external_id = $3, updated_at = now() WHERE id = $1',
      [id, displayName, externalId],
    );
  }

  /** Adds users who are not members yet. @returns the IDs that belong to nobody. */
  async addMembers(id: number, userIds: readonly number[], tx: EntityManager): Promise<number[]> {
    await tx.query(
      `INSERT INTO user_group_members (group_id, user_id)
       SELECT $1, u.id FROM users u WHERE u.id = ANY($2) AND ${IS_VISIBLE} ORDER BY u.id
       ON CONFLICT DO NOTHING`,
      [id, userIds],
    );
    const rows = await tx.query<{ id: number }[]>(
      `SELECT k.id FROM unnest($2::bigint[]) AS k (id)
       WHERE NOT EXISTS (SELECT 1 FROM user_group_members m
                         WHERE m.group_id = $1 AND m.user_id = k.id)`,
      [id, userIds],
    );
    return rows.map((row) => row.id);
  }

  async removeMembers(id: number, userIds: readonly number[], tx: EntityManager): Promise<void> {
    await tx.query('DELETE FROM user_group_members WHERE group_id = $1 AND user_id = ANY($2)', [
      id,
      userIds,
    ]);
  }

  async removeAllMembersBut(
    id: number,
    userIds: readonly number[],
    tx: EntityManager,
  ): Promise<void> {
    await tx.query('DELETE FROM user_group_members WHERE group_id = $1 AND user_id <> ALL($2)', [
      id,
      userIds,
    ]);
  }

  async delete(id: number, tx: EntityManager): Promise<void> {
    await tx.query("DELETE FROM user_groups WHERE id = $1 AND source = 'SCIM'", [id]);
  }
}

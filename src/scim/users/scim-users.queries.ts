import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import { findRowId } from '../../kernel/ids/global-id.js';
import type { FilterColumns } from '../protocol/filter-sql.js';
import { listPage } from '../protocol/list-page.queries.js';
import type { ListQuery, ScimPage } from '../protocol/lists.js';
import type { UserFields } from './user-fields.js';
import { IS_VISIBLE } from './visible-users.js';

/** A user as provisioning services see it. Times are text of PostgreSQL. */
export interface ScimUserRow extends UserFields {
  id: number;
  username: string;
  createdAt: string;
  updatedAt: string;
}

/** A group of a user. */
export interface MembershipRow {
  userId: number;
  groupId: number;
  name: string;
}

const USER_NAME = 'coalesce(s.user_name, u.email, u.username)';
const DISPLAY_NAME = 'CASE WHEN s.user_id IS NULL THEN u.username ELSE s.display_name END';
const EMAIL = 'CASE WHEN lower(s.email) = u.email THEN s.email ELSE u.email END';
/** A role that somebody else has assigned since is shown, too. */
const ROLE = "CASE WHEN s.has_role IS NOT FALSE OR u.role <> 'VIEWER' THEN u.role END";

const SELECT = `
  SELECT u.id, u.username, ${USER_NAME} AS "userName", s.external_id AS "externalId",
         ${DISPLAY_NAME} AS "displayName", s.formatted_name AS "formattedName",
         s.given_name AS "givenName", s.family_name AS "familyName", ${EMAIL} AS email,
         u.deactivated_at IS NULL AS active, ${ROLE} AS role,
         u.created_at AS "createdAt", u.updated_at AS "updatedAt"`;

const FROM = `
  FROM users u LEFT JOIN scim_users s ON s.user_id = u.id WHERE ${IS_VISIBLE}`;

const COLUMNS: FilterColumns = {
  id: { sql: 'u.id', type: 'id', toRowId: (text) => findRowId(text, 'User') },
  externalid: { sql: 's.external_id', type: 'exact' },
  username: { sql: USER_NAME, type: 'text' },
  displayname: { sql: DISPLAY_NAME, type: 'text' },
  'name.givenname': { sql: 's.given_name', type: 'text' },
  'name.familyname': { sql: 's.family_name', type: 'text' },
  'name.formatted': { sql: 's.formatted_name', type: 'text' },
  emails: { sql: 'u.email', type: 'text' },
  'emails.value': { sql: 'u.email', type: 'text' },
  'emails.type': { sql: "'work'", type: 'text' },
  'emails.primary': { sql: 'true', type: 'boolean' },
  roles: { sql: ROLE, type: 'text' },
  'roles.value': { sql: ROLE, type: 'text' },
  'roles.primary': { sql: `(${ROLE}) IS NOT NULL`, type: 'boolean' },
  active: { sql: '(u.deactivated_at IS NULL)', type: 'boolean' },
  'meta.created': { sql: 'u.created_at', type: 'time' },
  'meta.lastmodified': { sql: 'u.updated_at', type: 'time' },
};

/** SQL of the users that provisioning services see. */
@Injectable()
export class ScimUsersQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** @throws ScimError `invalidFilter` */
  listPage(query: ListQuery): Promise<ScimPage<ScimUserRow>> {
    const listed = { select: SELECT, from: FROM, id: 'u.id', columns: COLUMNS };
    return listPage(this.database, listed, query);
  }

  async find(id: number, tx: EntityManager = this.database.manager): Promise<ScimUserRow | null> {
    const rows: ScimUserRow[] = await tx.query(`${SELECT} ${FROM} AND u.id = $1`, [id]);
    return rows[0] ?? null;
  }

  /** Returns whether somebody else, even if services do not see them, has the name or the address. */
  async isTaken(
    { userName, email, exceptId }: { userName: string; email: string; exceptId: number | null },
    tx: EntityManager,
  ): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `SELECT 1 FROM users u LEFT JOIN scim_users s ON s.user_id = u.id
       WHERE u.id IS DISTINCT FROM $3
         AND (u.email = $2 OR lower(${USER_NAME}) = lower($1)) LIMIT 1`,
      [userName, email, exceptId],
    );
    return rows.length > 0;
  }

  async save(userId: number, fields: UserFields, tx: EntityManager): Promise<void> {
    const { userName, externalId, displayName, formattedName, givenName, familyName } = fields;
    const names = [userName, externalId, displayName, formattedName, givenName, familyName];
    await tx.query(
      `INSERT INTO scim_users (user_id, user_name, external_id, display_name, formatted_name,
                               given_name, family_name, email, has_role)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (user_id) DO UPDATE SET
         user_name = excluded.user_name, external_id = excluded.external_id,
         display_name = excluded.display_name, formatted_name = excluded.formatted_name,
         given_name = excluded.given_name, family_name = excluded.family_name,
         email = excluded.email, has_role = excluded.has_role`,
      [userId, ...names, fields.email, fields.role !== null],
    );
    await tx.query('UPDATE users SET updated_at = now() WHERE id = $1', [userId]);
  }

  /** Lists the provisioned groups of some users. */
  listGroups(userIds: readonly number[]): Promise<MembershipRow[]> {
    return this.database.query(
      `SELECT m.user_id AS "userId", g.id AS "groupId", g.name
       FROM user_group_members m JOIN user_groups g ON g.id = m.group_id
       WHERE m.user_id = ANY($1) AND g.source = 'SCIM' ORDER BY g.id`,
      [userIds],
    );
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { ProjectRoleName } from '../../kernel/access/project-access.js';
import type { UserRoleName } from '../../users/user.entity.js';

/**
 * The private projects, and those in which a user has a role of their own or of a group. A project that
 * belongs to another one follows it. Projects of the last minutes may still be written by transactions
 * that have taken a lower ID, so they are not called known.
 */
const READ = `/* roles in projects */
  WITH own AS (
    SELECT project_id, max(array_position(ARRAY['VIEWER', 'MEMBER', 'MANAGER'], role)) AS rank
      FROM project_roles
     WHERE user_id = $1 OR group_id IN (SELECT group_id FROM user_group_members WHERE user_id = $1)
     GROUP BY project_id)
  SELECT p.id, coalesce(parent.is_private, p.is_private) AS "isPrivate",
         (ARRAY['VIEWER', 'MEMBER', 'MANAGER'])[own.rank] AS role,
         coalesce((SELECT max(id) FROM projects WHERE created_at < now() - interval '10 minutes'), 0)
           AS "lastKnown"
    FROM projects p
    LEFT JOIN projects parent ON parent.id = p.parent_id
    LEFT JOIN own ON own.project_id = coalesce(p.parent_id, p.id)
   WHERE coalesce(parent.is_private, p.is_private) OR own.rank IS NOT NULL`;

const READ_ASKER = `SELECT role, deactivated_at IS NOT NULL AS "hasLeft" FROM users WHERE id = $1`;

/** The user who requested background work; null if the user has been deleted. */
interface Asker {
  role: UserRoleName;
  hasLeft: boolean;
}

/** The access of a user to a project. */
interface AccessRow {
  id: number;
  isPrivate: boolean;
  role: ProjectRoleName | null;
  lastKnown: number;
}

/** SQL of roles in projects. */
@Injectable()
export class ProjectAccessQueries {
  constructor(private readonly database: DatabaseWriter) {}

  list(userId: number | null): Promise<AccessRow[]> {
    return this.database.query(READ, [userId]);
  }

  async findAsker(userId: number | null): Promise<Asker | undefined> {
    const [user] = await this.database.query<Asker[]>(READ_ASKER, [userId]);
    return user;
  }

  /** Others who change the roles in a project wait. */
  async lockRoles(tx: EntityManager, projectId: number): Promise<void> {
    await tx.query('SELECT id FROM projects WHERE id = $1 FOR NO KEY UPDATE', [projectId]);
  }
}

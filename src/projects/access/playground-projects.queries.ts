import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import { foldCase } from '../../kernel/text/fold-case.js';

/** Whether somebody reads what is hidden from others: text that they try can come from there. */
const READS_PRIVATE = `
  SELECT EXISTS (
    SELECT FROM projects p
     WHERE p.is_private AND p.name <> $2
       AND ($3 OR EXISTS (
         SELECT FROM project_roles r
          WHERE r.project_id = p.id
            AND (r.user_id = $1 OR r.group_id IN (
              SELECT group_id FROM user_group_members WHERE user_id = $1))))) AS "readsPrivate"`;

const CREATE = `
  WITH created AS (
    INSERT INTO projects (name, name_folded, description, is_private)
    VALUES ($1, $2, 'What one user has tried, which nobody else can see', true)
    ON CONFLICT (name) DO NOTHING RETURNING id)
  INSERT INTO project_roles (project_id, user_id, role) SELECT id, $3, 'MANAGER' FROM created`;

/** Somebody else may have taken the name, and the user may have shown the project to others. */
const IS_OWN = `
  SELECT 1 FROM projects p JOIN project_roles own ON own.project_id = p.id AND own.user_id = $2
   WHERE p.name = $1 AND p.is_private
     AND NOT EXISTS (SELECT FROM project_deletions d WHERE d.project_id = p.id)
     AND NOT EXISTS (
       SELECT FROM project_roles r WHERE r.project_id = p.id AND r.user_id IS DISTINCT FROM $2)`;

/** SQL of the private projects for what users try. */
@Injectable()
export class PlaygroundProjectsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** @param except the name of the project of their own, which does not count. */
  async readsPrivate(userId: number | null, except: string, readsAll: boolean): Promise<boolean> {
    const [found] = await this.database.query<[{ readsPrivate: boolean }]>(READS_PRIVATE, [
      userId,
      except,
      readsAll,
    ]);
    return found.readsPrivate;
  }

  /** Creates a private project for one user, unless the name is taken. */
  async create(name: string, userId: number): Promise<void> {
    await this.database.inTransaction((tx) => tx.query(CREATE, [name, foldCase(name), userId]));
  }

  async isOwn(name: string, userId: number): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(IS_OWN, [name, userId]);
    return rows.length > 0;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { ProjectAccessReader } from '../../kernel/access/project-access.js';
import { foldCase } from '../../kernel/text/fold-case.js';
import { unlimited } from '../../kernel/http/request-context.js';
import { ENV } from '../../kernel/environment.js';
import type { Env } from '../../config/env.js';

/** The project with what everyone tries. */
const SHARED = 'playground';

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

/**
 * Decides where the traces of what people try are stored: chats in the playground, and tests of
 * evaluators and rules.
 */
@Injectable()
export class PlaygroundProjectsService {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly database: DatabaseWriter,
    private readonly access: ProjectAccessReader,
  ) {}

  /**
   * Returns the name of the project for what somebody tries. That is `playground`, which everyone reads,
   * unless they read a private project: then what they try may contain text from there, and is stored in a
   * private project of their own. Null to store it nowhere, for a system key that reads one, or if the project
   * of their own is no longer theirs alone.
   */
  async choose({ userId, role, isSystem, key }: Identity): Promise<string | null> {
    if (!this.env.auth.isEnabled) return SHARED;
    const name = nameOfOwn(userId);
    const readsAll = role === 'ADMIN' || (isSystem && key?.project != null);
    return unlimited(async () => {
      const [found] = await this.database.query<[{ readsPrivate: boolean }]>(READS_PRIVATE, [
        userId,
        name,
        readsAll,
      ]);
      if (!found.readsPrivate) return SHARED;
      return userId === null || isSystem ? null : this.findOrCreate(name, userId);
    });
  }

  private async findOrCreate(name: string, userId: number): Promise<string | null> {
    if (await this.isOwn(name, userId)) return name;
    await this.database.inTransaction((tx: EntityManager) =>
      tx.query(CREATE, [name, foldCase(name), userId]),
    );
    this.access.forget();
    return (await this.isOwn(name, userId)) ? name : null;
  }

  private async isOwn(name: string, userId: number): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(IS_OWN, [name, userId]);
    return rows.length > 0;
  }
}

function nameOfOwn(userId: number | null): string {
  return `${SHARED} of user ${userId}`;
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import { SqlWhere } from '../../kernel/sql/sql-where.js';
import { PromptVersionTagEntity } from './prompt-version-tag.entity.js';

const TAG_COLUMNS = selectColumns(PromptVersionTagEntity, 't');

/** A tag to set. */
export interface NewTag {
  name: string;
  description: string | null;
}

/** A tag that points to a version now. */
export interface SetTag {
  id: number;
  promptId: number;
  promptName: string;
  /** The project that the prompt belongs to. */
  projectId: number | null;
  /** The version that it pointed to before; null for a new tag. */
  lastVersionId: number | null;
}

/** SQL for the tags of prompt versions. */
@Injectable()
export class PromptTagsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<PromptVersionTagEntity[]> {
    return this.database.query(
      `SELECT ${TAG_COLUMNS} FROM prompt_version_tags t WHERE t.id = ANY($1)`,
      [ids],
    );
  }

  /** Sorted by name. */
  ofPrompts(promptIds: readonly number[]): Promise<PromptVersionTagEntity[]> {
    return this.database.query(
      `SELECT ${TAG_COLUMNS} FROM prompt_version_tags t WHERE t.prompt_id = ANY($1) ORDER BY t.name`,
      [promptIds],
    );
  }

  /** Sorted by name. */
  ofVersions(versionIds: readonly number[]): Promise<PromptVersionTagEntity[]> {
    return this.database.query(
      `SELECT ${TAG_COLUMNS} FROM prompt_version_tags t
        WHERE t.prompt_version_id = ANY($1) ORDER BY t.name`,
      [versionIds],
    );
  }

  /** Newest first, starting with the row `from` if given. */
  page(versionId: number, from: number | null, limit: number): Promise<PromptVersionTagEntity[]> {
    const where = new SqlWhere().andEqual('t.prompt_version_id', versionId);
    if (from !== null) where.and(`t.id <= ${where.bind(from)}`);
    return this.database.query(
      `SELECT ${TAG_COLUMNS} FROM prompt_version_tags t ${where.toString()}
        ORDER BY t.id DESC LIMIT ${limit}`,
      where.parameters,
    );
  }

  /** Finds the versions that the tags with these prompts and names point to. */
  targets(
    keys: readonly { promptId: number; tagName: string }[],
  ): Promise<{ promptId: number; name: string; promptVersionId: number }[]> {
    return this.database.query(
      `SELECT t.prompt_id AS "promptId", t.name, t.prompt_version_id AS "promptVersionId"
         FROM prompt_version_tags t
         JOIN unnest($1::bigint[], $2::text[]) AS k (prompt_id, name)
           ON k.prompt_id = t.prompt_id AND k.name = t.name`,
      [keys.map(({ promptId }) => promptId), keys.map(({ tagName }) => tagName)],
    );
  }

  /**
   * Points a tag of the version's prompt to the version, and creates the tag if it does not exist.
   * Uses a single statement, so that the tag always points to a version, even if several requests
   * move it.
   * @returns the row ID of the tag; null if the version does not exist.
   */
  async set(
    tx: EntityManager,
    versionId: number,
    { name, description }: NewTag,
    userId: number | null,
  ): Promise<SetTag | null> {
    const [row] = await tx.query<SetTag[]>(
      `WITH before AS (
         SELECT t.prompt_version_id FROM prompt_versions v
           JOIN prompt_version_tags t ON t.prompt_id = v.prompt_id AND t.name = $2 WHERE v.id = $1)
       INSERT INTO prompt_version_tags (prompt_id, prompt_version_id, name, description, user_id)
       SELECT v.prompt_id, v.id, $2, $3, $4 FROM prompt_versions v WHERE v.id = $1
       ON CONFLICT (prompt_id, name) DO UPDATE
          SET prompt_version_id = excluded.prompt_version_id,
              description = excluded.description, user_id = excluded.user_id
       RETURNING id, prompt_id AS "promptId",
                 (SELECT p.name FROM prompts p WHERE p.id = prompt_id) AS "promptName",
                 (SELECT p.project_id FROM prompts p WHERE p.id = prompt_id) AS "projectId",
                 (SELECT prompt_version_id FROM before) AS "lastVersionId"`,
      [versionId, name, description, userId],
    );
    return row ?? null;
  }

  /** @returns whether the prompt had the tag. */
  async deleteByName(promptId: number, name: string): Promise<boolean> {
    const [, count] = await this.database.query<[unknown, number]>(
      'DELETE FROM prompt_version_tags WHERE prompt_id = $1 AND name = $2',
      [promptId, name],
    );
    return count > 0;
  }

  async deleteByIds(tx: EntityManager, ids: readonly number[]): Promise<void> {
    await tx.query('DELETE FROM prompt_version_tags WHERE id = ANY($1)', [ids]);
  }

  /** Returns the deleted tag, or null if it does not exist. */
  async deleteById(id: number): Promise<PromptVersionTagEntity | null> {
    const [rows] = await this.database.query<[PromptVersionTagEntity[], number]>(
      `DELETE FROM prompt_version_tags t WHERE t.id = $1 RETURNING ${TAG_COLUMNS}`,
      [id],
    );
    return rows[0] ?? null;
  }
}

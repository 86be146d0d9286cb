import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import type { JsonObject } from '../kernel/json/json.js';
import { payloadText } from '../kernel/json/payload-text.js';
import { SqlWhere } from '../kernel/sql/sql-where.js';
import { PromptEntity, type PromptRow } from './prompt.entity.js';

const PROMPT_COLUMNS = selectColumns(PromptEntity, 'p');

/** Selects the prompts in a list. */
export interface PromptFilter {
  /** Part of the name; empty matches all. */
  part: string;
  /** Row IDs of labels of which a prompt must have at least one; null matches all. */
  labelIds: readonly number[] | null;
}

/** Part of a list: skips `offset` rows and returns at most `limit`. */
export interface Slice {
  offset: number;
  limit: number;
}

/** A prompt to create. */
export interface NewPrompt {
  name: string;
  description: string | null;
  metadata: JsonObject;
  /** The prompt from which it is cloned. */
  sourcePromptId?: number | null;
  /** Row ID of the project that it belongs to. */
  projectId?: number | null;
}

/** Changes to a prompt. Undefined fields stay unchanged; a null description removes it. */
export interface PromptPatch {
  description?: string | null | undefined;
  metadata?: JsonObject | undefined;
  /** Row ID; null for no project. */
  projectId?: number | null | undefined;
}

/** SQL for prompts without their versions. */
@Injectable()
export class PromptsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<PromptRow[]> {
    return this.database.query(`SELECT ${PROMPT_COLUMNS} FROM prompts p WHERE p.id = ANY($1)`, [
      ids,
    ]);
  }

  async findByName(name: string): Promise<PromptRow | null> {
    const [row] = await this.database.query<PromptRow[]>(
      `SELECT ${PROMPT_COLUMNS} FROM prompts p WHERE p.name = $1`,
      [name],
    );
    return row ?? null;
  }

  /** Newest first, starting with the row `from` if given. */
  page(from: number | null, limit: number): Promise<PromptRow[]> {
    const where = new SqlWhere();
    if (from !== null) where.and(`p.id <= ${where.bind(from)}`);
    return this.database.query(
      `SELECT ${PROMPT_COLUMNS} FROM prompts p ${where.toString()} ORDER BY p.id DESC LIMIT ${limit}`,
      where.parameters,
    );
  }

  /** Newest first. */
  slice(filter: PromptFilter, { offset, limit }: Slice): Promise<PromptRow[]> {
    const where = toWhere(filter);
    return this.database.query(
      `SELECT ${PROMPT_COLUMNS} FROM prompts p ${where.toString()}
        ORDER BY p.id DESC OFFSET ${where.bind(offset)} LIMIT ${where.bind(limit)}`,
      where.parameters,
    );
  }

  async count(filter: PromptFilter): Promise<number> {
    const where = toWhere(filter);
    const [row] = await this.database.query<[{ count: number }]>(
      `SELECT count(*) AS count FROM prompts p ${where.toString()}`,
      where.parameters,
    );
    return row.count;
  }

  /** Returns the row ID of the new prompt, or null if the name is taken. */
  async insert(
    tx: EntityManager,
    prompt: NewPrompt,
    userId: number | null,
  ): Promise<number | null> {
    const [row] = await tx.query<{ id: number }[]>(
      `INSERT INTO prompts
         (name, description, metadata, source_prompt_id, user_id, updated_by, project_id)
       VALUES ($1, $2, $3, $4, $5, $5, $6)
       ON CONFLICT (name) DO NOTHING RETURNING id`,
      [
        prompt.name,
        prompt.description,
        payloadText(prompt.metadata),
        prompt.sourcePromptId ?? null,
        userId,
        prompt.projectId ?? null,
      ],
    );
    return row?.id ?? null;
  }

  /**
   * Records that the prompt changes, and locks it. Versions of a prompt are created one after
   * another, so that their ids ascend in the order in which they become visible.
   * @returns whether the prompt exists.
   */
  async touch(tx: EntityManager, id: number, userId: number | null): Promise<boolean> {
    const [, count] = await tx.query<[unknown, number]>(
      'UPDATE prompts SET updated_at = now(), updated_by = $2 WHERE id = $1',
      [id, userId],
    );
    return count > 0;
  }

  /** Locks the prompt without changing it. @returns whether it exists. */
  async lock(tx: EntityManager, id: number): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'SELECT id FROM prompts WHERE id = $1 FOR NO KEY UPDATE',
      [id],
    );
    return rows.length > 0;
  }

  /** Gets or creates the prompt with that name, and locks it. @returns its row ID. */
  async insertOrTouch(
    tx: EntityManager,
    prompt: NewPrompt,
    userId: number | null,
  ): Promise<number> {
    const [row] = await tx.query<[{ id: number }]>(
      `INSERT INTO prompts (name, description, metadata, user_id, updated_by)
       VALUES ($1, $2, $3, $4, $4)
       ON CONFLICT (name) DO UPDATE SET updated_at = now(), updated_by = excluded.updated_by
       RETURNING id`,
      [prompt.name, prompt.description, payloadText(prompt.metadata), userId],
    );
    return row.id;
  }

  /** @returns whether the prompt exists. */
  async update(
    id: number,
    { description, metadata, projectId }: PromptPatch,
    userId: number | null,
  ): Promise<boolean> {
    const [, count] = await this.database.query<[unknown, number]>(
      `UPDATE prompts SET description = CASE WHEN $2 THEN $3 ELSE description END,
              metadata = coalesce($4, metadata), updated_at = now(), updated_by = $5,
              project_id = CASE WHEN $6 THEN $7 ELSE project_id END
        WHERE id = $1`,
      [
        id,
        description !== undefined,
        description ?? null,
        metadata === undefined ? null : payloadText(metadata),
        userId,
        projectId !== undefined,
        projectId ?? null,
      ],
    );
    return count > 0;
  }

  /** Also deletes their versions and tags. @returns how many of the prompts existed. */
  async delete(tx: EntityManager, ids: readonly number[]): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>('DELETE FROM prompts WHERE id = ANY($1)', [
      ids,
    ]);
    return count;
  }
}

function toWhere({ part, labelIds }: PromptFilter): SqlWhere {
  const where = new SqlWhere();
  // Not LIKE, in which % and _ are wildcards.
  if (part) where.and(`strpos(p.name, ${where.bind(part)}) > 0`);
  if (labelIds) {
    where.and(
      `p.id IN (SELECT a.prompt_id FROM prompt_label_assignments a
                 WHERE a.label_id = ANY(${where.bind(labelIds)}))`,
    );
  }
  return where;
}

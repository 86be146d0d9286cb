import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { JsonObject } from '../common/json/json.js';
import { payloadText } from '../common/json/payload-text.js';
import { SqlWhere } from '../common/sql/sql-where.js';
import type { PromptRow } from './prompt.entity.js';

const PROMPT_COLUMNS = `p.id, p.name, p.description, p.metadata,
  p.source_prompt_id AS "sourcePromptId", p.user_id AS "userId", p.updated_by AS "updatedBy",
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;

/** Which prompts a list shows. */
export interface PromptFilter {
  /** Part of the name; empty for all. */
  part: string;
  /** Row ids of labels, any of which the prompt bears; null for all prompts. */
  labelIds: readonly number[] | null;
}

/** Where a list is read: `offset` rows are left out, then at most `limit` are read. */
export interface Slice {
  offset: number;
  limit: number;
}

/** The details of a new prompt. */
export interface NewPrompt {
  name: string;
  description: string | null;
  metadata: JsonObject;
  sourcePromptId?: number | null;
}

/** The changes to a prompt. Undefined fields stay unchanged. */
export interface PromptChanges {
  description?: string | null | undefined;
  metadata?: JsonObject | undefined;
}

/** SQL of prompts, without their versions. */
@Injectable()
export class PromptsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<PromptRow[]> {
    return this.dataSource.query(`SELECT ${PROMPT_COLUMNS} FROM prompts p WHERE p.id = ANY($1)`, [
      ids,
    ]);
  }

  async findByName(name: string): Promise<PromptRow | null> {
    const [row] = await this.dataSource.query<PromptRow[]>(
      `SELECT ${PROMPT_COLUMNS} FROM prompts p WHERE p.name = $1`,
      [name],
    );
    return row ?? null;
  }

  /** Newest first, beginning with the row `from` when there is one. */
  page(from: number | null, limit: number): Promise<PromptRow[]> {
    const where = new SqlWhere();
    if (from !== null) where.and(`p.id <= ${where.bind(from)}`);
    return this.dataSource.query(
      `SELECT ${PROMPT_COLUMNS} FROM prompts p ${where.toString()} ORDER BY p.id DESC LIMIT ${limit}`,
      where.parameters,
    );
  }

  /** Newest first. */
  slice(filter: PromptFilter, { offset, limit }: Slice): Promise<PromptRow[]> {
    const where = conditions(filter);
    return this.dataSource.query(
      `SELECT ${PROMPT_COLUMNS} FROM prompts p ${where.toString()}
        ORDER BY p.id DESC OFFSET ${where.bind(offset)} LIMIT ${where.bind(limit)}`,
      where.parameters,
    );
  }

  async count(filter: PromptFilter): Promise<number> {
    const where = conditions(filter);
    const [row] = await this.dataSource.query<[{ count: number }]>(
      `SELECT count(*) AS count FROM prompts p ${where.toString()}`,
      where.parameters,
    );
    return row.count;
  }

  /** The row id of a new prompt; null when the name is taken. */
  async insert(tx: EntityManager, prompt: NewPrompt, userId: number | null) {
    const [row] = await tx.query<{ id: number }[]>(
      `INSERT INTO prompts (name, description, metadata, source_prompt_id, user_id, updated_by)
       VALUES ($1, $2, $3, $4, $5, $5)
       ON CONFLICT (name) DO NOTHING RETURNING id`,
      [
        prompt.name,
        prompt.description,
        payloadText(prompt.metadata),
        prompt.sourcePromptId ?? null,
        userId,
      ],
    );
    return row?.id ?? null;
  }

  /**
   * Notes that the prompt changes, and holds the row until the transaction ends: versions of one
   * prompt are made one after the other, so their ids ascend as they become visible.
   * @returns whether there is such a prompt.
   */
  async touch(tx: EntityManager, id: number, userId: number | null): Promise<boolean> {
    const [, count] = await tx.query<[unknown, number]>(
      'UPDATE prompts SET updated_at = now(), updated_by = $2 WHERE id = $1',
      [id, userId],
    );
    return count > 0;
  }

  /** Holds the row like `touch`, changing nothing. @returns whether there is such a prompt. */
  async hold(tx: EntityManager, id: number): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      'SELECT id FROM prompts WHERE id = $1 FOR NO KEY UPDATE',
      [id],
    );
    return rows.length > 0;
  }

  /** The row id of the prompt of that name, made unless there is one, and held like by `touch`. */
  async holdByName(tx: EntityManager, prompt: NewPrompt, userId: number | null): Promise<number> {
    const [row] = await tx.query<[{ id: number }]>(
      `INSERT INTO prompts (name, description, metadata, user_id, updated_by)
       VALUES ($1, $2, $3, $4, $4)
       ON CONFLICT (name) DO UPDATE SET updated_at = now(), updated_by = excluded.updated_by
       RETURNING id`,
      [prompt.name, prompt.description, payloadText(prompt.metadata), userId],
    );
    return row.id;
  }

  /** @returns whether there is such a prompt. */
  async update(id: number, changes: PromptChanges, userId: number | null): Promise<boolean> {
    const { description, metadata } = changes;
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `UPDATE prompts SET description = CASE WHEN $2 THEN $3 ELSE description END,
              metadata = coalesce($4, metadata), updated_at = now(), updated_by = $5
        WHERE id = $1`,
      [
        id,
        description !== undefined,
        description ?? null,
        metadata === undefined ? null : payloadText(metadata),
        userId,
      ],
    );
    return count > 0;
  }

  /** Versions, tags and labels go along. @returns whether there was such a prompt. */
  async delete(tx: EntityManager, id: number): Promise<boolean> {
    const [, count] = await tx.query<[unknown, number]>('DELETE FROM prompts WHERE id = $1', [id]);
    return count > 0;
  }
}

function conditions({ part, labelIds }: PromptFilter): SqlWhere {
  const where = new SqlWhere();
  // Not LIKE, in which % and _ would mean something.
  if (part) where.and(`strpos(p.name, ${where.bind(part)}) > 0`);
  if (labelIds) {
    where.and(
      `p.id IN (SELECT a.prompt_id FROM prompt_label_assignments a
                 WHERE a.label_id = ANY(${where.bind(labelIds)}))`,
    );
  }
  return where;
}

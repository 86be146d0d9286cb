import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Slice } from '../prompts.queries.js';
import type { PromptLabelEntity } from './prompt-label.entity.js';

const LABEL_COLUMNS = 'l.id, l.name, l.description, l.color';

/** The details of a label. In a change, undefined fields stay unchanged. */
export interface PromptLabelChanges {
  name?: string | undefined;
  description?: string | null | undefined;
  color?: string | undefined;
}

/** SQL of the labels of prompts. */
@Injectable()
export class PromptLabelsQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** In no particular order; unknown ids are left out. */
  findByIds(ids: readonly number[]): Promise<PromptLabelEntity[]> {
    return this.dataSource.query(
      `SELECT ${LABEL_COLUMNS} FROM prompt_labels l WHERE l.id = ANY($1)`,
      [ids],
    );
  }

  /** By their names. */
  slice({ offset, limit }: Slice): Promise<PromptLabelEntity[]> {
    return this.dataSource.query(
      `SELECT ${LABEL_COLUMNS} FROM prompt_labels l ORDER BY l.name OFFSET $1 LIMIT $2`,
      [offset, limit],
    );
  }

  async count(): Promise<number> {
    const [row] = await this.dataSource.query<[{ count: number }]>(
      'SELECT count(*) AS count FROM prompt_labels',
    );
    return row.count;
  }

  /** The labels of each prompt, by their names. */
  ofPrompts(promptIds: readonly number[]): Promise<(PromptLabelEntity & { promptId: number })[]> {
    return this.dataSource.query(
      `SELECT a.prompt_id AS "promptId", ${LABEL_COLUMNS} FROM prompt_label_assignments a
         JOIN prompt_labels l ON l.id = a.label_id
        WHERE a.prompt_id = ANY($1) ORDER BY l.name`,
      [promptIds],
    );
  }

  /** How many prompts bear each label. */
  usages(labelIds: readonly number[]): Promise<{ labelId: number; count: number }[]> {
    return this.dataSource.query(
      `SELECT a.label_id AS "labelId", count(*) AS count FROM prompt_label_assignments a
        WHERE a.label_id = ANY($1) GROUP BY a.label_id`,
      [labelIds],
    );
  }

  /** @returns the row id; null when the name is taken. */
  async insert(name: string, description: string | null, color: string): Promise<number | null> {
    const [row] = await this.dataSource.query<{ id: number }[]>(
      `INSERT INTO prompt_labels (name, description, color) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO NOTHING RETURNING id`,
      [name, description, color],
    );
    return row?.id ?? null;
  }

  /** @returns whether there is such a label. Fails on a name that is taken. */
  async update(id: number, { name, description, color }: PromptLabelChanges): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `UPDATE prompt_labels SET name = coalesce($2, name), color = coalesce($3, color),
              description = CASE WHEN $4 THEN $5 ELSE description END
        WHERE id = $1`,
      [id, name ?? null, color ?? null, description !== undefined, description ?? null],
    );
    return count > 0;
  }

  /** @returns the row ids of those that there were. */
  async delete(tx: EntityManager, ids: readonly number[]): Promise<number[]> {
    const [rows] = await tx.query<[{ id: number }[], number]>(
      'DELETE FROM prompt_labels WHERE id = ANY($1) RETURNING id',
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  /** Adds labels to a prompt. Fails when one of them is gone. */
  async assign(promptId: number, labelIds: readonly number[]): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO prompt_label_assignments (prompt_id, label_id)
       SELECT $1, id FROM unnest($2::bigint[]) AS l (id) ORDER BY id
       ON CONFLICT DO NOTHING`,
      [promptId, labelIds],
    );
  }

  async unassign(promptId: number, labelIds: readonly number[]): Promise<void> {
    await this.dataSource.query(
      'DELETE FROM prompt_label_assignments WHERE prompt_id = $1 AND label_id = ANY($2)',
      [promptId, labelIds],
    );
  }
}

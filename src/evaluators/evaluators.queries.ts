import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../database/columns.js';
import { DatabaseWriter } from '../database/database-writer.js';
import type { JsonObject } from '../kernel/json/json.js';
import { payloadText } from '../kernel/json/payload-text.js';
import { SqlWhere } from '../kernel/sql/sql-where.js';
import { foldCase } from '../kernel/text/fold-case.js';
import type { InputMapping } from './evaluation/input-mapping.js';
import type { OutputConfig } from './evaluation/output-config.js';
import { EvaluatorEntity } from './evaluator.entity.js';

/** A row as queries return it, with times as wire text. */
export type EvaluatorRow = Omit<
  EvaluatorEntity,
  'nameFolded' | 'outputConfigs' | 'metadata' | 'inputMapping'
> & {
  outputConfigs: OutputConfig[] | null;
  metadata: JsonObject;
  inputMapping: InputMapping | null;
  /** The newest version of code; null without code. */
  codeVersionId: number | null;
  /** The version that the tag points to, else the newest; null without a prompt. */
  promptVersionId: number | null;
};

/** The columns by which evaluators can be sorted. */
export const EVALUATOR_SORTS = {
  name: 'e.name',
  kind: 'e.kind',
  createdAt: 'e.created_at',
  updatedAt: 'e.updated_at',
} as const;

export interface EvaluatorOrder {
  column: keyof typeof EVALUATOR_SORTS;
  direction: 'ASC' | 'DESC';
}

/** Selects the evaluators of a list. */
export interface EvaluatorSelection {
  /** Part of the folded name, or of that under which a dataset uses it; empty for any name. */
  foldedPart: string;
  /** Whether built-in evaluators that no dataset uses are listed, too. */
  withUnusedBuiltIn: boolean;
}

/** The columns of an evaluator with a prompt that users edit. */
export interface LlmEvaluatorContent {
  name: string;
  description: string | null;
  outputConfigs: OutputConfig[];
}

const COLUMNS = `${selectColumns(EvaluatorEntity, 'e', { except: ['nameFolded'] })},
  coalesce(
    (SELECT t.prompt_version_id FROM prompt_version_tags t WHERE t.id = e.prompt_version_tag_id),
    (SELECT v.id FROM prompt_versions v WHERE v.prompt_id = e.prompt_id ORDER BY v.id DESC LIMIT 1)
  ) AS "promptVersionId",
  (SELECT max(v.id) FROM code_evaluator_versions v WHERE v.evaluator_id = e.id) AS "codeVersionId"`;

/** SQL for evaluators without their links to datasets. */
@Injectable()
export class EvaluatorsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findByIds(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<EvaluatorRow[]> {
    return tx.query(`SELECT ${COLUMNS} FROM evaluators e WHERE e.id = ANY($1)`, [ids]);
  }

  findBuiltIn(names: readonly string[]): Promise<EvaluatorRow[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM evaluators e WHERE e.kind = 'BUILTIN' AND e.name = ANY($1)`,
      [names],
    );
  }

  listSlice(
    selection: EvaluatorSelection,
    { column, direction }: EvaluatorOrder,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<EvaluatorRow[]> {
    const where = toWhere(selection);
    return this.database.query(
      `SELECT ${COLUMNS} FROM evaluators e ${where.toString()}
        ORDER BY ${EVALUATOR_SORTS[column]} ${direction}, e.id ${direction}
        OFFSET ${where.bind(offset)} LIMIT ${where.bind(limit)}`,
      where.parameters,
    );
  }

  async count(selection: EvaluatorSelection): Promise<number> {
    const where = toWhere(selection);
    const [row] = await this.database.query<[{ count: number }]>(
      `SELECT count(*) AS count FROM evaluators e ${where.toString()}`,
      where.parameters,
    );
    return row.count;
  }

  /** Skips those that exist. */
  async insertBuiltIn(evaluators: readonly { name: string; description: string }[]): Promise<void> {
    await this.database.query(
      `INSERT INTO evaluators (kind, name, name_folded, description)
       SELECT 'BUILTIN', name, name, description
         FROM unnest($1::text[], $2::text[]) AS b (name, description) ORDER BY name
       ON CONFLICT (name) WHERE kind = 'BUILTIN' DO NOTHING`,
      [evaluators.map(({ name }) => name), evaluators.map(({ description }) => description)],
    );
  }

  /** Returns the row ID. */
  async insertLlm(
    tx: EntityManager,
    { name, description, outputConfigs }: LlmEvaluatorContent,
    prompt: { id: number; isOwned: boolean },
    userId: number | null,
  ): Promise<number> {
    const [row] = await tx.query<[{ id: number }]>(
      `INSERT INTO evaluators
         (kind, name, name_folded, description, output_configs, prompt_id, owns_prompt, user_id,
          updated_by)
       VALUES ('LLM', $1, $2, $3, $4, $5, $6, $7, $7) RETURNING id`,
      [name, foldCase(name), description, toText(outputConfigs), prompt.id, prompt.isOwned, userId],
    );
    return row.id;
  }

  async updateLlm(
    tx: EntityManager,
    id: number,
    { name, description, outputConfigs }: LlmEvaluatorContent,
    prompt: { id: number; isOwned: boolean; tagId: number },
    userId: number | null,
  ): Promise<void> {
    await tx.query(
      `UPDATE evaluators
          SET name = $2, name_folded = $3, description = $4, output_configs = $5,
              prompt_id = $6, owns_prompt = $7, prompt_version_tag_id = $8, updated_at = now(),
              updated_by = $9
        WHERE id = $1`,
      [
        id,
        name,
        foldCase(name),
        description,
        toText(outputConfigs),
        prompt.id,
        prompt.isOwned,
        prompt.tagId,
        userId,
      ],
    );
  }

  /**
   * Sets where the inputs come from, unless a dataset or a rule says otherwise.
   * @param keeps whether the evaluator stays from now on when nothing uses it.
   */
  async setInputMapping(
    tx: EntityManager,
    id: number,
    inputMapping: InputMapping,
    keeps: boolean,
  ): Promise<void> {
    await tx.query(
      `UPDATE evaluators SET input_mapping = $2, is_standalone = is_standalone OR $3
        WHERE id = $1`,
      [id, payloadText(inputMapping as unknown as JsonObject), keeps],
    );
  }

  /** Locks an evaluator until the transaction ends. */
  async lock(tx: EntityManager, id: number): Promise<void> {
    await tx.query('SELECT FROM evaluators WHERE id = $1 FOR NO KEY UPDATE', [id]);
  }

  /**
   * Locks evaluators until the transaction ends, always in the same order. Until then, nothing can
   * begin to use them.
   */
  async lockUses(tx: EntityManager, ids: readonly number[]): Promise<void> {
    await tx.query('SELECT FROM evaluators WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids]);
  }

  /** Returns which datasets and rules use these evaluators. Unused ones are skipped. */
  findUses(tx: EntityManager, ids: readonly number[]): Promise<EvaluatorUses[]> {
    return tx.query(
      `SELECT uses.* FROM (
         SELECT e.id, e.name,
                (SELECT count(DISTINCT d.dataset_id) FROM dataset_evaluators d
                  WHERE d.evaluator_id = e.id) AS "datasetCount",
                ARRAY(SELECT DISTINCT s.name FROM dataset_evaluators d
                        JOIN datasets s ON s.id = d.dataset_id
                       WHERE d.evaluator_id = e.id ORDER BY s.name LIMIT $2) AS datasets,
                (SELECT count(*) FROM evaluation_rules r
                  WHERE r.evaluator_id = e.id) AS "ruleCount",
                ARRAY(SELECT r.name FROM evaluation_rules r
                       WHERE r.evaluator_id = e.id ORDER BY r.name LIMIT $2) AS rules
           FROM evaluators e WHERE e.id = ANY($1)
       ) uses WHERE spandrel_uses_evaluator(uses.id, NULL) ORDER BY uses.id`,
      [ids, MAX_NAMED],
    );
  }

  /** Deletes evaluators that nothing uses. Returns what remains of those that ask a model. */
  async delete(tx: EntityManager, ids: readonly number[]): Promise<DeletedEvaluator[]> {
    const [rows] = await tx.query<[DeletedEvaluator[], number]>(
      `DELETE FROM evaluators e WHERE e.id = ANY($1) RETURNING ${DELETED}`,
      [ids],
    );
    return rows.filter(({ promptId }) => promptId !== null);
  }

  /**
   * Deletes those of these evaluators with prompts that no dataset and no rule uses, unless they were
   * created on their own. Returns them.
   */
  async deleteUnattached(tx: EntityManager, ids: readonly number[]): Promise<DeletedEvaluator[]> {
    // A dataset that begins to use one of them is seen only by a statement that starts later.
    await this.lockUses(tx, ids);
    const [rows] = await tx.query<[DeletedEvaluator[], number]>(
      `DELETE FROM evaluators e
        WHERE e.id = ANY($1) AND e.kind = 'LLM' AND NOT e.is_standalone
          AND NOT spandrel_uses_evaluator(e.id, NULL)
        RETURNING ${DELETED}`,
      [ids],
    );
    return rows;
  }

  /** Returns which of these prompts an evaluator uses. */
  async findUsedPrompts(tx: EntityManager, promptIds: readonly number[]): Promise<number[]> {
    const rows = await tx.query<{ id: number }[]>(
      'SELECT DISTINCT prompt_id AS id FROM evaluators WHERE prompt_id = ANY($1)',
      [promptIds],
    );
    return rows.map(({ id }) => id);
  }
}

/** Names of datasets and rules in an error. */
const MAX_NAMED = 3;

/** The datasets and rules that use an evaluator: how many, and the first names. */
export interface EvaluatorUses {
  id: number;
  name: string;
  datasetCount: number;
  datasets: string[];
  ruleCount: number;
  rules: string[];
}

const DELETED = `e.prompt_id AS "promptId", e.owns_prompt AS "ownsPrompt",
  e.prompt_version_tag_id AS "promptVersionTagId"`;

/** The prompt and tag that remain after an evaluator is deleted. */
export type DeletedEvaluator = Pick<EvaluatorRow, 'promptVersionTagId' | 'ownsPrompt'> & {
  promptId: number;
};

function toText(configs: readonly OutputConfig[]): string {
  return payloadText(configs.map((config) => ({ ...config }) as unknown as JsonObject));
}

function toWhere({ foldedPart, withUnusedBuiltIn }: EvaluatorSelection): SqlWhere {
  const isAttached = (condition: string) =>
    `EXISTS (SELECT FROM dataset_evaluators d WHERE d.evaluator_id = e.id${condition})`;
  const where = new SqlWhere();
  if (!withUnusedBuiltIn) where.and(`(e.kind <> 'BUILTIN' OR ${isAttached('')})`);
  if (!foldedPart) return where;
  // Not LIKE, in which % and _ are wildcards.
  const part = where.bind(foldedPart);
  return where.and(
    `(strpos(e.name_folded, ${part}) > 0
      OR ${isAttached(` AND strpos(d.name_folded, ${part}) > 0`)})`,
  );
}

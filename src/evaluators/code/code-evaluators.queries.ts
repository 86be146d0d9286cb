import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { selectColumns } from '../../database/columns.js';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { payloadText } from '../../kernel/json/payload-text.js';
import { foldCase } from '../../kernel/text/fold-case.js';
import type { Language, ProgramParameter } from '../../sandbox/sandboxes.service.js';
import type { InputMapping } from '../evaluation/input-mapping.js';
import type { OutputConfig } from '../evaluation/output-config.js';
import { CodeEvaluatorVersionEntity } from './code-evaluator-version.entity.js';

/** A row as queries return it, with times as wire text. */
export type CodeVersionRow = Omit<CodeEvaluatorVersionEntity, 'parameters'> & {
  parameters: ProgramParameter[];
};

/** The columns of an evaluator with code that users edit, without its code. */
export interface CodeEvaluatorContent {
  name: string;
  description: string | null;
  metadata: JsonObject;
  sandboxConfigId: number;
  outputConfigs: OutputConfig[] | null;
  inputMapping: InputMapping;
}

const COLUMNS = selectColumns(CodeEvaluatorVersionEntity, 'v');

/** SQL for evaluators with code, and for its versions. */
@Injectable()
export class CodeEvaluatorsQueries {
  constructor(private readonly database: DatabaseWriter) {}

  /** Returns those that exist, in no particular order. */
  findVersions(
    ids: readonly number[],
    tx: EntityManager = this.database.manager,
  ): Promise<CodeVersionRow[]> {
    return tx.query(`SELECT ${COLUMNS} FROM code_evaluator_versions v WHERE v.id = ANY($1)`, [ids]);
  }

  /** The version of the evaluator before each of these versions. */
  findPrevious(ids: readonly number[]): Promise<{ id: number; previousId: number }[]> {
    return this.database.query(
      `SELECT v.id, p.id AS "previousId" FROM code_evaluator_versions v
         JOIN code_evaluator_versions p
           ON p.evaluator_id = v.evaluator_id AND p.sequence_number = v.sequence_number - 1
        WHERE v.id = ANY($1)`,
      [ids],
    );
  }

  /** Lists the IDs of part of the versions of each evaluator, newest first. */
  sliceVersions(
    evaluatorIds: readonly number[],
    offset: number,
    limit: number,
  ): Promise<{ id: number; evaluatorId: number }[]> {
    return this.database.query(
      `SELECT part.id, p.id AS "evaluatorId"
         FROM unnest($1::bigint[]) AS p (id) CROSS JOIN LATERAL (
           SELECT v.id FROM code_evaluator_versions v
            WHERE v.evaluator_id = p.id ORDER BY v.sequence_number DESC OFFSET $2 LIMIT $3
         ) part`,
      [evaluatorIds, offset, limit],
    );
  }

  countVersions(evaluatorIds: readonly number[]): Promise<{ id: number; count: number }[]> {
    return this.database.query(
      `SELECT evaluator_id AS id, count(*) AS count FROM code_evaluator_versions
        WHERE evaluator_id = ANY($1) GROUP BY evaluator_id`,
      [evaluatorIds],
    );
  }

  /** Returns the row ID. */
  async insert(
    tx: EntityManager,
    content: CodeEvaluatorContent,
    language: Language,
    userId: number | null,
  ): Promise<number> {
    const [row] = await tx.query<[{ id: number }]>(
      `INSERT INTO evaluators (kind, name, name_folded, description, metadata, sandbox_config_id,
              output_configs, input_mapping, language, user_id, updated_by)
       VALUES ('CODE', $1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING id`,
      [...valuesOf(content), language, userId],
    );
    return row.id;
  }

  async update(
    tx: EntityManager,
    id: number,
    content: CodeEvaluatorContent,
    userId: number | null,
  ): Promise<void> {
    await tx.query(
      `UPDATE evaluators
          SET name = $1, name_folded = $2, description = $3, metadata = $4, sandbox_config_id = $5,
              output_configs = $6, input_mapping = $7, updated_at = now(), updated_by = $9
        WHERE id = $8`,
      [...valuesOf(content), id, userId],
    );
  }

  /** The evaluator must be locked. */
  async insertVersion(
    tx: EntityManager,
    evaluatorId: number,
    { sourceCode, parameters }: { sourceCode: string; parameters: readonly ProgramParameter[] },
    userId: number | null,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO code_evaluator_versions
         (evaluator_id, sequence_number, source_code, parameters, user_id)
       SELECT $1, coalesce(max(sequence_number), 0) + 1, $2, $3::json, $4
         FROM code_evaluator_versions WHERE evaluator_id = $1`,
      [evaluatorId, sourceCode, JSON.stringify(parameters), userId],
    );
    await tx.query('UPDATE evaluators SET updated_at = now(), updated_by = $2 WHERE id = $1', [
      evaluatorId,
      userId,
    ]);
  }
}

function valuesOf(content: CodeEvaluatorContent): unknown[] {
  const { name, description, metadata, sandboxConfigId, outputConfigs, inputMapping } = content;
  const configs = outputConfigs as unknown as JsonObject[] | null;
  return [
    name,
    foldCase(name),
    description,
    payloadText(metadata),
    sandboxConfigId,
    configs && payloadText(configs),
    payloadText(inputMapping as unknown as JsonObject),
  ];
}

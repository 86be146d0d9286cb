import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { isForeignKeyViolation } from '../../kernel/errors/database-errors.js';
import { BadRequestError, NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { SandboxConfigsService } from '../../sandbox/sandbox-configs.service.js';
import {
  type Failure,
  type Program,
  type ProgramParameter,
  SandboxesService,
} from '../../sandbox/sandboxes.service.js';
import { EvaluationError, quote } from '../evaluation/evaluation.js';
import { checkPaths, type InputMapping } from '../evaluation/input-mapping.js';
import { type OutputConfig, readOutputConfig } from '../evaluation/output-config.js';
import { type EvaluatorRow, EvaluatorsQueries } from '../evaluators.queries.js';
import { EvaluatorsService } from '../evaluators.service.js';
import {
  type CodeEvaluatorContent,
  CodeEvaluatorsQueries,
  type CodeVersionRow,
} from './code-evaluators.queries.js';

export type { CodeVersionRow } from './code-evaluators.queries.js';

/** Type name in the global ID of a version of code. */
export const CODE_VERSION_TYPE = 'CodeEvaluatorVersion';

/** An evaluator with code. */
export interface CodeEvaluatorDraft {
  name: string;
  description: string | null;
  metadata: JsonObject;
  sandboxConfigId: number;
  /** As annotation configs; null to accept any label and score. */
  outputs: Parameters<typeof readOutputConfig>[0] | null;
  inputMapping: InputMapping;
}

/** Creates and changes evaluators with code. All ids are row IDs. */
@Injectable()
export class CodeEvaluatorsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: CodeEvaluatorsQueries,
    private readonly evaluators: EvaluatorsService,
    private readonly rows: EvaluatorsQueries,
    private readonly sandboxes: SandboxesService,
    private readonly sandboxConfigs: SandboxConfigsService,
  ) {}

  /** Returns those that exist, in no particular order. */
  findVersions(ids: readonly number[]): Promise<CodeVersionRow[]> {
    return this.queries.findVersions(ids);
  }

  /** Returns the row IDs of the versions before these; null for the first ones. */
  async findPrevious(ids: readonly number[]): Promise<(number | null)[]> {
    const rows = await this.queries.findPrevious(ids);
    const previous = new Map(rows.map((row) => [row.id, row.previousId]));
    return ids.map((id) => previous.get(id) ?? null);
  }

  /** Lists the row IDs of the same part of the versions of each evaluator, newest first. */
  async listVersions(
    evaluatorIds: readonly number[],
    { offset, limit }: { offset: number; limit: number },
  ): Promise<number[][]> {
    const rows = await this.queries.sliceVersions(evaluatorIds, offset, limit);
    const byEvaluator = Map.groupBy(rows, ({ evaluatorId }) => evaluatorId);
    return evaluatorIds.map((id) => (byEvaluator.get(id) ?? []).map((row) => row.id));
  }

  async countVersions(evaluatorIds: readonly number[]): Promise<number[]> {
    const rows = await this.queries.countVersions(evaluatorIds);
    const counts = new Map(rows.map(({ id, count }) => [id, count]));
    return evaluatorIds.map((id) => counts.get(id) ?? 0);
  }

  /** Returns the version that an evaluator uses. @throws NotFoundError */
  async getCurrent({ id, codeVersionId }: EvaluatorRow): Promise<CodeVersionRow> {
    const [version] = codeVersionId === null ? [] : await this.findVersions([codeVersionId]);
    if (version) return version;
    throw new NotFoundError(`Evaluator "${toGlobalId('CodeEvaluator', id)}" not found.`);
  }

  /**
   * Finds the parameters of the function of a program.
   * @throws BadRequestError that names the line of a mistake.
   */
  async describe(program: Program): Promise<ProgramParameter[]> {
    const described = await this.sandboxes.describe(program);
    if (Array.isArray(described)) return described;
    throw new BadRequestError(describeFailure(described));
  }

  /**
   * Creates an evaluator with the first version of its code.
   * @throws BadRequestError or EvaluationError if the code has no function, or the outputs, the mapping
   * or the sandbox do not fit; NotFoundError for an unknown sandbox.
   */
  async create(
    draft: CodeEvaluatorDraft,
    { language, source }: Program,
    caller: Identity,
  ): Promise<EvaluatorRow> {
    await this.sandboxConfigs.getUsable(draft.sandboxConfigId, language);
    const parameters = await this.describe({ language, source });
    const content = readDraft(draft, parameters);
    return this.write(async (tx) => {
      const id = await this.queries.insert(tx, content, language, caller.userId);
      const version = { sourceCode: source, parameters };
      await this.queries.insertVersion(tx, id, version, caller.userId);
      return id;
    });
  }

  /** Changes an evaluator, but not its code. Absent fields stay unchanged. @throws like `create`. */
  async update(
    id: number,
    changes: Partial<CodeEvaluatorDraft>,
    caller: Identity,
  ): Promise<EvaluatorRow> {
    const before = await this.evaluators.get(id, 'CODE');
    const { parameters } = await this.getCurrent(before);
    const { name, description, metadata } = { ...before, ...changes };
    const sandboxConfigId = changes.sandboxConfigId ?? before.sandboxConfigId!;
    if (changes.sandboxConfigId !== undefined) {
      await this.sandboxConfigs.getUsable(sandboxConfigId, before.language!);
    }
    const inputMapping = changes.inputMapping ?? before.inputMapping!;
    const { outputs } = changes;
    if (changes.inputMapping) checkMapping(parameters, changes.inputMapping);
    const outputConfigs =
      outputs === undefined ? before.outputConfigs : outputs && [readOutputConfig(outputs)];
    return this.write(async (tx) => {
      await this.rows.lock(tx, id);
      const content = { name, description, metadata, sandboxConfigId, outputConfigs, inputMapping };
      await this.queries.update(tx, id, content, caller.userId);
      return id;
    });
  }

  /**
   * Creates a version, unless the code is that of the current one.
   * @throws NotFoundError, and BadRequestError if the code has no function.
   */
  async createVersion(
    id: number,
    source: string,
    caller: Identity,
  ): Promise<{ evaluator: EvaluatorRow; wasCreated: boolean }> {
    const before = await this.evaluators.get(id, 'CODE');
    const parameters = await this.describe({ language: before.language!, source });
    let wasCreated = false;
    const evaluator = await this.write(async (tx) => {
      await this.rows.lock(tx, id);
      const [now] = await this.rows.findByIds([id], tx);
      const [current] = await this.queries.findVersions([now?.codeVersionId ?? 0], tx);
      wasCreated = current?.sourceCode !== source;
      if (!wasCreated) return id;
      await this.queries.insertVersion(tx, id, { sourceCode: source, parameters }, caller.userId);
      return id;
    });
    return { evaluator, wasCreated };
  }

  private async write(work: (tx: EntityManager) => Promise<number>): Promise<EvaluatorRow> {
    try {
      return await this.database.inTransaction(async (tx) => {
        const [row] = await this.rows.findByIds([await work(tx)], tx);
        return row!;
      });
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new NotFoundError('The evaluator or the sandbox has since been deleted.');
    }
  }
}

/** Returns the failure of code in words, with its place. */
export function describeFailure({ line, message }: Pick<Failure, 'line' | 'message'>): string {
  return line === null ? message : `Line ${line}: ${message}`;
}

/**
 * Finds what is wrong with a mapping, whatever the context.
 * @throws EvaluationError for paths that are malformed, and for inputs that the function does not take.
 */
export function checkMapping(parameters: readonly ProgramParameter[], mapping: InputMapping): void {
  checkPaths(mapping);
  const names = parameters.map(({ name }) => name);
  const unknown = Object.keys({ ...mapping.pathMapping, ...mapping.literalMapping }).find(
    (name) => !names.includes(name),
  );
  if (unknown === undefined) return;
  const known = names.length === 0 ? 'no inputs' : `only ${names.join(', ')}`;
  throw new EvaluationError(`The function has no input ${quote(unknown)}, but ${known}.`);
}

function readDraft(
  { outputs, ...draft }: CodeEvaluatorDraft,
  parameters: readonly ProgramParameter[],
): CodeEvaluatorContent {
  checkMapping(parameters, draft.inputMapping);
  const outputConfigs: OutputConfig[] | null = outputs && [readOutputConfig(outputs)];
  return { ...draft, outputConfigs };
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { isForeignKeyViolation } from '../../kernel/errors/database-errors.js';
import { BadRequestError, ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { LlmDraft } from '../attached/dataset-evaluator-changes.service.js';
import { checkPaths } from '../evaluation/input-mapping.js';
import { type EvaluatorRow, EvaluatorsQueries, type EvaluatorUses } from '../evaluators.queries.js';
import { EVALUATOR_TYPES, EvaluatorsService } from '../evaluators.service.js';
import { LlmEvaluatorsService } from '../llm/llm-evaluators.service.js';

/** An evaluator to delete, with the kind that its global ID names. */
export type DeletedId = Pick<EvaluatorRow, 'id' | 'kind'>;

/** Creates, changes and deletes evaluators without a dataset. All ids are row IDs. */
@Injectable()
export class StandaloneEvaluatorsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: EvaluatorsQueries,
    private readonly evaluators: EvaluatorsService,
    private readonly llmEvaluators: LlmEvaluatorsService,
  ) {}

  /**
   * Creates an evaluator that asks a model. It stays until someone deletes it.
   * @throws BadRequestError if the prompt does not ask for the labels, EvaluationError for a malformed
   * path, NotFoundError for an unknown version.
   */
  async createLlm(draft: LlmDraft, caller: Identity): Promise<EvaluatorRow> {
    checkPaths(draft.inputMapping);
    const read = await this.llmEvaluators.read(draft, null);
    return this.write(async (tx) => {
      const id = await this.llmEvaluators.create(tx, read, caller);
      await this.queries.setInputMapping(tx, id, draft.inputMapping, true);
      return id;
    });
  }

  /** Changes an evaluator that asks a model, wherever it is used. @throws like `createLlm`. */
  async updateLlm(id: number, draft: LlmDraft, caller: Identity): Promise<EvaluatorRow> {
    checkPaths(draft.inputMapping);
    const evaluator = await this.evaluators.get(id, 'LLM');
    const read = await this.llmEvaluators.read(draft, evaluator.promptVersionId);
    return this.write(async (tx) => {
      await this.llmEvaluators.update(tx, evaluator, read, caller);
      await this.queries.setInputMapping(tx, id, draft.inputMapping, false);
      return id;
    });
  }

  /**
   * Deletes evaluators that nothing uses, or none if one of them is used or does not exist.
   * @param withPrompts whether to delete the prompts that were created with them, too, unless another
   * evaluator uses them.
   * @throws NotFoundError that names the unknown ones, BadRequestError for a built-in one,
   * ConflictError that names what uses one.
   */
  async delete(evaluators: readonly DeletedId[], withPrompts: boolean): Promise<void> {
    if (evaluators.some(({ kind }) => kind === 'BUILTIN')) {
      throw new BadRequestError('Built-in evaluators are part of Spandrel and cannot be deleted.');
    }
    const ids = evaluators.map(({ id }) => id);
    await this.database.inTransaction(async (tx) => {
      await this.queries.lockUses(tx, ids);
      const kinds = new Map(
        (await this.queries.findByIds(ids, tx)).map((row) => [row.id, row.kind]),
      );
      const unknown = evaluators.filter(({ id, kind }) => kinds.get(id) !== kind);
      if (unknown.length > 0) throw unknownEvaluators(unknown);
      const [used] = await this.queries.findUses(tx, ids);
      if (used) throw new ConflictError(describeUses(used));
      await this.llmEvaluators.delete(tx, ids, withPrompts);
    });
  }

  private async write(work: (tx: EntityManager) => Promise<number>): Promise<EvaluatorRow> {
    try {
      return await this.database.inTransaction(async (tx) => {
        const [row] = await this.queries.findByIds([await work(tx)], tx);
        if (!row) throw new NotFoundError('The evaluator has since been deleted.');
        return row;
      });
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new NotFoundError('The prompt has since been deleted.');
    }
  }
}

function unknownEvaluators(evaluators: readonly DeletedId[]): NotFoundError {
  const ids = evaluators.map(({ id, kind }) => `"${toGlobalId(EVALUATOR_TYPES[kind], id)}"`);
  return new NotFoundError(
    `${ids.length === 1 ? 'Evaluator' : 'Evaluators'} ${ids.join(', ')} not found.`,
  );
}

function describeUses({ name, datasetCount, datasets, ruleCount, rules }: EvaluatorUses): string {
  const users = [
    describeUsers(datasetCount, 'dataset', datasets),
    describeUsers(ruleCount, 'rule', rules),
  ].filter((text) => text !== '');
  return `Evaluator "${name}" is used by ${users.join(' and ')}. Remove it there first.`;
}

function describeUsers(count: number, noun: string, names: readonly string[]): string {
  if (count === 0) return '';
  const more = count > names.length ? ', …' : '';
  const list = names.map((name) => `"${name}"`).join(', ');
  return `${count} ${noun}${count === 1 ? '' : 's'} (${list}${more})`;
}

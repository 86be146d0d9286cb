import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { isForeignKeyViolation, isUniqueViolation } from '../kernel/errors/database-errors.js';
import {
  BadRequestError,
  ConflictError,
  DomainError,
  NotFoundError,
} from '../kernel/errors/errors.js';
import { parseGlobalId, toGlobalId } from '../kernel/ids/global-id.js';
import {
  EVALUATOR_TYPES,
  type EvaluatorRow,
  EvaluatorsService,
} from '../evaluators/evaluators.service.js';
import {
  type InputMapping,
  MappingChecksService,
} from '../evaluators/judging/mapping-checks.service.js';
import { LlmEvaluatorsService } from '../evaluators/llm/llm-evaluators.service.js';
import { EvaluatorRunsService } from '../evaluators/running/evaluator-runs.service.js';
import { ProjectDeletionsService } from '../projects/project-deletions.service.js';
import { type ProjectContents, ProjectsService } from '../projects/projects.service.js';
import { ChatCostsService } from '../tracing/costs/chat-costs.service.js';
import { RuleConditionsService } from './rule-conditions.service.js';
import { ruleNotFound } from './rule-not-found.js';
import {
  type EvaluationRuleContent,
  type EvaluationRuleFigures,
  EvaluationRulesQueries,
  type EvaluationRuleRow,
} from './evaluation-rules.queries.js';

export type { EvaluationRuleFigures, EvaluationRuleRow } from './evaluation-rules.queries.js';
export { EVALUATION_RULE_TYPE } from './rule-not-found.js';

/** Per project. Each of them looks at every new span. */
export const MAX_RULES = 50;

/** Reserved for notes, which are annotations, too. */
const NOTE = 'note';

/** The fields of a rule that users send. */
export interface EvaluationRuleDraft extends Omit<
  EvaluationRuleContent,
  'evaluatorId' | 'inputMapping'
> {
  target: EvaluationRuleRow['target'];
  /** Global ID. */
  evaluatorId: string;
  /** Null for the mapping of the evaluator. */
  inputMapping: InputMapping | null;
}

/** Changes to a rule. Absent fields stay. */
export type EvaluationRuleChanges = Partial<Omit<EvaluationRuleDraft, 'target'>>;

/** Lists, creates, changes and deletes rules. All IDs are row IDs unless they say otherwise. */
@Injectable()
export class EvaluationRulesService implements ProjectContents, OnModuleInit {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: EvaluationRulesQueries,
    private readonly conditions: RuleConditionsService,
    private readonly projects: ProjectsService,
    private readonly projectDeletions: ProjectDeletionsService,
    private readonly evaluators: EvaluatorsService,
    private readonly llmEvaluators: LlmEvaluatorsService,
    private readonly mappings: MappingChecksService,
    private readonly runs: EvaluatorRunsService,
    private readonly costs: ChatCostsService,
  ) {}

  onModuleInit(): void {
    this.projects.addContents(this);
  }

  /** Returns those that exist, in no particular order. */
  findByIds(ids: readonly number[]): Promise<EvaluationRuleRow[]> {
    return this.queries.findByIds(ids);
  }

  /** Lists the rules of each project, by name. */
  async listByProject(projectIds: readonly number[]): Promise<EvaluationRuleRow[][]> {
    const rows = await this.queries.listByProjects(projectIds);
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    return projectIds.map((id) => byProject.get(id) ?? []);
  }

  /** Returns what rules did today, in the order of the IDs. */
  async readFigures(ids: readonly number[]): Promise<EvaluationRuleFigures[]> {
    const byId = new Map((await this.queries.readFigures(ids)).map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)!);
  }

  /**
   * Creates a rule, and the project for the traces of its evaluations.
   * @param projectId global ID.
   * @throws NotFoundError for an unknown project or evaluator, FilterSyntaxError or EvaluationError
   * for a mistake in the condition or the mapping, BadRequestError for a project with evaluations and
   * for a cost limit without a known price, ConflictError if the name is taken or there are too many.
   */
  async create(
    projectId: string,
    draft: EvaluationRuleDraft,
    caller: Identity,
  ): Promise<EvaluationRuleRow> {
    const project = await this.projects.getByGlobalId(projectId);
    if (await this.queries.hasEvaluations(project.name)) {
      throw new BadRequestError(
        'This project has the traces of evaluations, which are not evaluated. Choose the project of an application.',
      );
    }
    const content = await this.readContent(draft.target, draft, null);
    const tracesProjectName = `Evaluator-${randomBytes(12).toString('hex')}`;
    return this.write(content.name, async (tx) => {
      const description = `Project: ${toGlobalId('Project', project.id)}, rule: ${content.name}`;
      await this.projects.create(tracesProjectName, { description, parentId: project.id }, tx);
      const { target } = draft;
      const origin = { projectId: project.id, target, tracesProjectName, userId: caller.userId };
      const id = await this.queries.insert(tx, origin, content, MAX_RULES);
      if (id !== null) return id;
      throw new ConflictError(
        `This project has ${MAX_RULES} rules already. Delete one that you no longer need.`,
      );
    });
  }

  /** Changes a rule, and forgets its last error. @throws like `create`. */
  async update(id: number, changes: EvaluationRuleChanges): Promise<EvaluationRuleRow> {
    const [known] = await this.queries.findByIds([id]);
    if (!known) throw ruleNotFound([id]);
    const content = await this.readContent(known.target, changes, known);
    return this.write(content.name, async (tx) => {
      await this.queries.lock(tx, [id]);
      await this.queries.update(tx, id, content);
      await this.llmEvaluators.deleteUnattached(tx, [known.evaluatorId], false);
      return id;
    });
  }

  /**
   * Deletes rules with the traces of their evaluations, or none if one does not exist. Annotations
   * stay. An evaluator that asks a model is deleted once no dataset and no rule uses it.
   * @throws NotFoundError that names the unknown ones.
   */
  async delete(ids: readonly number[]): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      const rows = await this.queries.lock(tx, ids);
      const known = new Set(rows.map((row) => row.id));
      const unknown = ids.filter((id) => !known.has(id));
      if (unknown.length > 0) throw ruleNotFound(unknown);
      await this.deleteLocked(tx, rows);
    });
    this.projectDeletions.begin();
  }

  async empty(): Promise<void> {
    // A project has few rules, so `removeRest` deletes them at once.
  }

  /** Deletes the rules of a project that is deleted. */
  async removeRest(projectId: number, tx: EntityManager): Promise<void> {
    await this.deleteLocked(tx, await this.queries.lockByProject(tx, projectId));
  }

  private async deleteLocked(tx: EntityManager, rows: readonly EvaluationRuleRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.queries.delete(
      tx,
      rows.map(({ id }) => id),
    );
    const evaluatorIds = rows.map(({ evaluatorId }) => evaluatorId);
    await this.llmEvaluators.deleteUnattached(tx, evaluatorIds, false);
    const names = rows.map(({ tracesProjectName }) => tracesProjectName);
    await this.projectDeletions.deleteLater(names, tx);
  }

  /**
   * Checks what changes, and adds what does not.
   * @param known null for a rule that is not stored.
   * @throws like `create`.
   */
  async readContent(
    target: EvaluationRuleRow['target'],
    changes: EvaluationRuleChanges,
    known: EvaluationRuleRow | null,
  ): Promise<EvaluationRuleContent> {
    const { evaluatorId, inputMapping, ...rest } = changes;
    if (rest.name === NOTE) {
      throw new BadRequestError(`The name "${NOTE}" is reserved for notes. Choose another name.`);
    }
    assertInRange(rest);
    if (rest.condition !== undefined) this.conditions.assertValid(target, rest.condition);
    const evaluator = await this.findEvaluator(evaluatorId, known);
    const mapping = inputMapping === undefined ? (known?.inputMapping ?? null) : inputMapping;
    const content = {
      ...known,
      ...rest,
      evaluatorId: evaluator.id,
      inputMapping: await this.mappings.read(evaluator, mapping),
    } as EvaluationRuleContent;
    if (content.maxCostPerDay !== null) await this.assertPriced(evaluator, content);
    return content;
  }

  private async findEvaluator(
    globalId: string | undefined,
    known: EvaluationRuleRow | null,
  ): Promise<EvaluatorRow> {
    const id = globalId === undefined ? known!.evaluatorId : requireEvaluatorId(globalId);
    const [row] = await this.evaluators.findByIds([id]);
    const runsHere = globalId === undefined || parseGlobalId(globalId)!.type === typeOf(row);
    if (row && runsHere) return row;
    throw new NotFoundError(`Evaluator "${globalId ?? id}" not found.`);
  }

  /** A limit of the cost means nothing without a price. */
  private async assertPriced(
    evaluator: EvaluatorRow,
    content: EvaluationRuleContent,
  ): Promise<void> {
    if (evaluator.kind !== 'LLM') return;
    const use = { ...content, outputConfigs: null, projectName: '' };
    const { model } = await this.runs.prepareUse(use);
    if (!model) return;
    const { modelName, connection } = model;
    if (await this.costs.hasPrice({ modelName, provider: connection.name })) return;
    throw new BadRequestError(
      `The price of the model "${modelName}" is not known. Add the model with its prices in the settings, or limit the number of evaluations instead.`,
    );
  }

  private async write(
    name: string,
    work: (tx: EntityManager) => Promise<number>,
  ): Promise<EvaluationRuleRow> {
    try {
      return await this.database.inTransaction(async (tx) => {
        const id = await work(tx);
        const [row] = await this.queries.findByIds([id], tx);
        if (!row) throw ruleNotFound([id]);
        return row;
      });
    } catch (error) {
      if (isUniqueViolation(error)) {
        throw new ConflictError(`A rule named "${name}" already exists. Choose another name.`);
      }
      if (!isForeignKeyViolation(error)) throw error;
      throw new NotFoundError('The project or the evaluator no longer exists.');
    }
  }
}

function assertInRange({
  samplingRate,
  maxEvaluationsPerDay,
  maxCostPerDay,
}: EvaluationRuleChanges): void {
  if (samplingRate !== undefined && !(samplingRate > 0 && samplingRate <= 1)) {
    throw new BadRequestError(
      'The sampling rate must be above 0 and at most 1. Send 0.1 to evaluate a tenth.',
    );
  }
  if ((maxEvaluationsPerDay ?? 0) < 0 || (maxCostPerDay ?? 0) < 0) {
    throw new BadRequestError('A limit must not be negative. Send null for no limit.');
  }
}

function requireEvaluatorId(globalId: string): number {
  const parsed = parseGlobalId(globalId);
  const types: string[] = Object.values(EVALUATOR_TYPES);
  if (parsed && types.includes(parsed.type)) return parsed.id;
  throw new DomainError('BAD_USER_INPUT', `"${globalId}" is not the ID of an evaluator.`);
}

function typeOf(row: EvaluatorRow | undefined): string | undefined {
  return row && EVALUATOR_TYPES[row.kind];
}

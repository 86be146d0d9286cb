import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../kernel/errors/database-errors.js';
import { ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { DatasetsService } from '../../datasets/datasets.service.js';
import { ProjectDeletionsService } from '../../projects/project-deletions.service.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { type BuiltInEvaluator } from '../built-in/built-in-evaluator.js';
import { findBuiltInEvaluator } from '../built-in/built-in-evaluators.js';
import { checkMapping, CodeEvaluatorsService } from '../code/code-evaluators.service.js';
import { checkPaths, type InputMapping, NO_MAPPING } from '../evaluation/input-mapping.js';
import { assertOutputFits, readOutputConfig } from '../evaluation/output-config.js';
import { EvaluatorsService } from '../evaluators.service.js';
import { type LlmEvaluatorDraft, LlmEvaluatorsService } from '../llm/llm-evaluators.service.js';
import {
  type AttachedContent,
  type DatasetEvaluatorRow,
  DatasetEvaluatorsQueries,
} from './dataset-evaluators.queries.js';
import { DatasetEvaluatorsService, evaluatorNotFound } from './dataset-evaluators.service.js';

/** The most evaluators of a dataset. Each of them evaluates each run. */
const MAX_EVALUATORS = 100;

/** A built-in evaluator or one with code, of a dataset. */
export interface SharedDraft {
  name: string;
  description: string | null;
  /** Null for the mapping of the evaluator. */
  inputMapping: InputMapping | null;
  /** As annotation configs; null for those of the evaluator. */
  outputs: Parameters<typeof readOutputConfig>[0] | null;
}

/** An evaluator of a dataset that asks a model. */
export interface LlmDraft extends LlmEvaluatorDraft {
  inputMapping: InputMapping;
}

/** Attaches evaluators to datasets, and changes and removes them. All ids are row IDs. */
@Injectable()
export class DatasetEvaluatorChangesService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: DatasetEvaluatorsQueries,
    private readonly attached: DatasetEvaluatorsService,
    private readonly evaluators: EvaluatorsService,
    private readonly llmEvaluators: LlmEvaluatorsService,
    private readonly codeEvaluators: CodeEvaluatorsService,
    private readonly datasets: DatasetsService,
    private readonly projects: ProjectsService,
    private readonly projectDeletions: ProjectDeletionsService,
  ) {}

  /**
   * Attaches a built-in evaluator.
   * @throws NotFoundError, ConflictError if the name is taken or the dataset has too many evaluators,
   * BadRequestError or EvaluationError if the outputs or the mapping make no sense.
   */
  async attachBuiltIn(
    datasetId: number,
    evaluatorId: number,
    draft: SharedDraft,
    caller: Identity,
  ): Promise<DatasetEvaluatorRow> {
    const { name } = await this.evaluators.get(evaluatorId, 'BUILTIN');
    const content = readBuiltIn(draft, requireBuiltIn(name));
    return this.attach(datasetId, content, caller, async () => evaluatorId);
  }

  /** Changes the use of a built-in evaluator. @throws like `attachBuiltIn`. */
  async updateBuiltIn(id: number, draft: SharedDraft): Promise<DatasetEvaluatorRow> {
    const [row] = await this.queries.findByIds([id]);
    if (!row) throw evaluatorNotFound([id]);
    const { name } = await this.evaluators.get(row.evaluatorId, 'BUILTIN');
    const content = readBuiltIn(draft, requireBuiltIn(name));
    return this.write(content.name, async (tx) => {
      await this.queries.update(tx, id, content);
      return id;
    });
  }

  /** Attaches an evaluator with code. @throws like `attachBuiltIn`. */
  async attachCode(
    datasetId: number,
    evaluatorId: number,
    draft: SharedDraft,
    caller: Identity,
  ): Promise<DatasetEvaluatorRow> {
    const content = await this.readCode(draft, evaluatorId);
    return this.attach(datasetId, content, caller, async () => evaluatorId);
  }

  /** Changes the use of an evaluator with code. @throws like `attachBuiltIn`. */
  async updateCode(id: number, draft: SharedDraft): Promise<DatasetEvaluatorRow> {
    const [row] = await this.queries.findByIds([id]);
    if (!row) throw evaluatorNotFound([id]);
    const content = await this.readCode(draft, row.evaluatorId);
    return this.write(content.name, async (tx) => {
      await this.queries.update(tx, id, content);
      return id;
    });
  }

  /**
   * Creates an evaluator that asks a model, and attaches it.
   * @throws like `attachBuiltIn`, and BadRequestError if the prompt does not ask for the labels.
   */
  async attachLlm(
    datasetId: number,
    draft: LlmDraft,
    caller: Identity,
  ): Promise<DatasetEvaluatorRow> {
    checkPaths(draft.inputMapping);
    const read = await this.llmEvaluators.read(draft, null);
    const content = toContent(draft);
    return this.attach(datasetId, content, caller, (tx) =>
      this.llmEvaluators.create(tx, read, caller),
    );
  }

  /**
   * Attaches an evaluator that asks a model and that exists.
   * @param draft without outputs, which are those of the evaluator.
   * @throws like `attachBuiltIn`.
   */
  async attachExistingLlm(
    datasetId: number,
    evaluatorId: number,
    draft: Omit<SharedDraft, 'outputs'>,
    caller: Identity,
  ): Promise<DatasetEvaluatorRow> {
    const evaluator = await this.evaluators.get(evaluatorId, 'LLM');
    const inputMapping = draft.inputMapping ?? evaluator.inputMapping ?? NO_MAPPING;
    checkPaths(inputMapping);
    const content = toContent({ ...draft, inputMapping });
    return this.attach(datasetId, content, caller, async () => evaluatorId);
  }

  /** Changes an evaluator that asks a model, and its use in a dataset. @throws like `attachLlm`. */
  async updateLlm(
    id: number,
    datasetId: number,
    draft: LlmDraft,
    caller: Identity,
  ): Promise<DatasetEvaluatorRow> {
    checkPaths(draft.inputMapping);
    const row = await this.attached.get(id, datasetId);
    const evaluator = await this.evaluators.get(row.evaluatorId, 'LLM');
    const read = await this.llmEvaluators.read(draft, evaluator.promptVersionId);
    // Its name in a dataset is not its own if it was created without one.
    const { name, description } = evaluator.isStandalone ? evaluator : draft;
    return this.write(draft.name, async (tx) => {
      await this.llmEvaluators.update(tx, evaluator, { ...read, name, description }, caller);
      await this.queries.update(tx, id, toContent(draft));
      return id;
    });
  }

  /**
   * Removes evaluators from their datasets with their traces, or none if one does not exist. Evaluators
   * that ask a model are deleted once no dataset and no rule uses them, unless they were created on
   * their own.
   * @param withPrompts whether to delete the prompts that were created with them, too.
   * @throws NotFoundError that names the unknown ones.
   */
  async remove(ids: readonly number[], withPrompts: boolean): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      const rows = await this.queries.lock(tx, ids);
      const known = new Set(rows.map((row) => row.id));
      const unknown = ids.filter((id) => !known.has(id));
      if (unknown.length > 0) throw evaluatorNotFound(unknown);
      await this.queries.delete(tx, ids);
      const evaluatorIds = rows.map(({ evaluatorId }) => evaluatorId);
      await this.llmEvaluators.deleteUnattached(tx, evaluatorIds, withPrompts);
      const projects = rows.map(({ projectName }) => projectName);
      await this.projectDeletions.deleteLater(projects, tx);
    });
    this.projectDeletions.begin();
  }

  private async readCode(
    { outputs, ...draft }: SharedDraft,
    evaluatorId: number,
  ): Promise<AttachedContent> {
    const evaluator = await this.evaluators.get(evaluatorId, 'CODE');
    const { parameters } = await this.codeEvaluators.getCurrent(evaluator);
    const inputMapping = draft.inputMapping ?? evaluator.inputMapping ?? NO_MAPPING;
    checkMapping(parameters, inputMapping);
    return { ...draft, inputMapping, outputConfigs: outputs && [readOutputConfig(outputs)] };
  }

  private async attach(
    datasetId: number,
    content: AttachedContent,
    caller: Identity,
    provideEvaluator: (tx: EntityManager) => Promise<number>,
  ): Promise<DatasetEvaluatorRow> {
    const { projectId: parentId } = await this.datasets.get(datasetId);
    return this.write(content.name, async (tx) => {
      const evaluatorId = await provideEvaluator(tx);
      const projectName = `Evaluator-${randomBytes(12).toString('hex')}`;
      const description = `Dataset: ${toGlobalId('Dataset', datasetId)}, evaluator: ${content.name}`;
      await this.projects.create(projectName, { description, parentId }, tx);
      const row = { datasetId, evaluatorId, projectName, userId: caller.userId };
      const id = await this.queries.insert(tx, content, row, MAX_EVALUATORS);
      if (id !== null) {
        // The prompt of the evaluator belongs to the same project.
        if (parentId !== null) await this.datasets.move(tx, datasetId, parentId);
        return id;
      }
      throw new ConflictError(
        `This dataset has ${MAX_EVALUATORS} evaluators already. Remove one that you no longer need.`,
      );
    });
  }

  private async write(
    name: string,
    work: (tx: EntityManager) => Promise<number>,
  ): Promise<DatasetEvaluatorRow> {
    try {
      return await this.database.inTransaction(async (tx) => {
        const id = await work(tx);
        const [row] = await this.queries.findByIds([id], tx);
        if (!row) throw evaluatorNotFound([id]);
        return row;
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw new ConflictError(`Evaluator "${name}" already exists.`);
      if (!isForeignKeyViolation(error)) throw error;
      throw new NotFoundError('The dataset or the prompt has since been deleted.');
    }
  }
}

/** Those of older versions of Spandrel may be missing. */
function requireBuiltIn(name: string): BuiltInEvaluator {
  const evaluator = findBuiltInEvaluator(name);
  if (evaluator) return evaluator;
  throw new NotFoundError(`Built-in evaluator "${name}" not found.`);
}

function readBuiltIn(
  { outputs, ...draft }: SharedDraft,
  evaluator: BuiltInEvaluator,
): AttachedContent {
  const inputMapping = draft.inputMapping ?? NO_MAPPING;
  checkPaths(inputMapping);
  evaluator.checkMapping(inputMapping);
  const output = outputs && readOutputConfig(outputs);
  if (output) assertOutputFits(output, evaluator.output);
  return { ...draft, inputMapping, outputConfigs: output && [output] };
}

function toContent({
  name,
  description,
  inputMapping,
}: Pick<LlmDraft, 'name' | 'description' | 'inputMapping'>): AttachedContent {
  return { name, description, inputMapping, outputConfigs: null };
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../../database/database-writer.js';
import type { Identity } from '../../kernel/access/access.js';
import { BadRequestError, ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { DatasetEvaluatorsService } from '../../evaluators/attached/dataset-evaluators.service.js';
import { EvaluatorRunsService } from '../../evaluators/running/evaluator-runs.service.js';
import { ChatsService, type ConnectionWish } from '../../model-providers/chats/chats.service.js';
import { PromptVersionsService } from '../../prompts/versions/prompt-versions.service.js';
import { SealingService } from '../../sealing/sealing.service.js';
import { ChatCostsService } from '../../tracing/costs/chat-costs.service.js';
import { ExperimentChangesQueries } from '../experiment-changes.queries.js';
import { ExperimentCreationService } from '../experiment-creation.service.js';
import type { ExperimentRow } from '../experiment.entity.js';
import {
  type ExperimentJobRow,
  ExperimentJobsQueries,
  type JobBudget,
} from './experiment-jobs.queries.js';
import { JobLoop } from './job-loop.service.js';
import { type JobSecrets, type JobTask, joinWish, splitWish, toProvider } from './job-task.js';

/** How long a user who has stopped or resumed a job must wait before doing the opposite. */
const COOLDOWN_SECONDS = 5;

/** The most evaluators that a dataset can have. */
const MAX_EVALUATORS = 100;

/** An experiment to run. All IDs are row IDs unless they say otherwise. */
export interface JobRequest extends JobBudget, Omit<JobTask, 'connection' | 'username'> {
  datasetId: number;
  /** Global ID. */
  datasetVersion: string | null;
  /** Names or global IDs. */
  splits: readonly string[] | null;
  name: string | null;
  description: string | null;
  metadata: JsonObject;
  repetitions: number;
  isEphemeral: boolean;
  wish: ConnectionWish;
  maxConcurrency: number;
  /** Null for all evaluators of the dataset. */
  evaluatorIds: readonly number[] | null;
}

/** The changes to a job when it is resumed. An undefined limit stays as it is. */
export interface Resumption {
  credentials: ReadonlyMap<string, string>;
  headers: Record<string, string>;
  budget: Partial<JobBudget>;
}

/** A new job, which starts once its creator is ready to follow it. */
export interface NewExperimentJob {
  experiment: ExperimentRow;
  jobId: number;
  start: () => Promise<void>;
}

/** Starts, stops and resumes experiments that the server runs. */
@Injectable()
export class JobControlService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly queries: ExperimentJobsQueries,
    private readonly loop: JobLoop,
    private readonly creation: ExperimentCreationService,
    private readonly changes: ExperimentChangesQueries,
    private readonly attached: DatasetEvaluatorsService,
    private readonly evaluators: EvaluatorRunsService,
    private readonly versions: PromptVersionsService,
    private readonly chats: ChatsService,
    private readonly costs: ChatCostsService,
    private readonly sealing: SealingService,
  ) {}

  /**
   * Creates an experiment and its job, which belongs to this server.
   * @throws NotFoundError for unknown IDs, BadRequestError if a credential is missing, if the dataset
   * has no such evaluator, or for a cost budget with a model whose price is not known; ForbiddenError
   * for a provider that is not allowed, ConflictError if credentials cannot be sealed.
   */
  async create(request: JobRequest, caller: Identity): Promise<NewExperimentJob> {
    const { wish, promptVersionId, datasetId } = request;
    if (promptVersionId !== null) await this.versions.get(promptVersionId);
    const evaluatorIds = await this.chooseEvaluators(datasetId, request.evaluatorIds);
    await this.assertReachable(request, evaluatorIds);
    const jobId = await this.queries.reserveId();
    const { connection, secrets } = splitWish(wish);
    const sealed = secrets && this.seal(jobId, secrets);
    const owner = randomUUID();
    const experiment = await this.creation.create(
      toGlobalId('Dataset', datasetId),
      {
        name: request.name ?? toDefaultName(request.promptName),
        description: request.description,
        metadata: request.metadata,
        version: request.datasetVersion,
        splits: request.splits,
        repetitions: request.repetitions,
      },
      caller,
      async (tx, row) => {
        if (request.isEphemeral) await this.changes.setEphemeral(tx, row.id, true);
        await this.queries.insert(tx, {
          id: jobId,
          experimentId: row.id,
          task: toTask(request, connection, caller),
          evaluatorIds,
          maxConcurrency: request.maxConcurrency,
          secrets: sealed,
          maxTokens: request.maxTokens,
          maxCost: request.maxCost,
          runCount: row.exampleCount * row.repetitions,
          owner,
        });
      },
    );
    return {
      experiment: { ...experiment, isEphemeral: request.isEphemeral },
      jobId,
      start: () => this.loop.start(owner),
    };
  }

  /**
   * Stops the job of an experiment and cancels its calls. Does nothing if it does not run.
   * @throws NotFoundError if there is no experiment, or if the server did not run it; ConflictError
   * if it was resumed a moment ago.
   */
  async stop(
    experimentId: number,
    reason: NonNullable<ExperimentJobRow['stopReason']> = 'USER',
  ): Promise<ExperimentJobRow> {
    const id = await this.database.inTransaction(async (tx) => {
      const job = await this.queries.lock(tx, experimentId);
      if (!job) throw jobNotFound(experimentId);
      if (job.status !== 'RUNNING') return job.id;
      if (reason === 'USER') assertCooledDown(job.secondsSinceToggle, 'resumed');
      await this.queries.stop(tx, job.id, reason);
      return job.id;
    });
    this.loop.stop(id);
    return this.get(id);
  }

  /**
   * Continues the job of an experiment: makes the runs and evaluations that are missing or failed. Does
   * nothing if it runs.
   * @throws like `create`; also ConflictError if it was stopped a moment ago, and BadRequestError if
   * its budget is used up.
   */
  async resume(experimentId: number, { budget, ...given }: Resumption): Promise<ExperimentJobRow> {
    const [known] = await this.queries.findByExperiments([experimentId]);
    if (!known) throw jobNotFound(experimentId);
    const secrets = toSecrets(given);
    const wish = joinWish(known.task.connection, secrets);
    const { version } = known.task;
    const cost = budget.maxCost === undefined ? known.maxCost : budget.maxCost;
    await this.assertReachable({ version, wish, maxCost: cost }, known.evaluatorIds);
    const sealed = secrets && this.seal(known.id, secrets);
    await this.database.inTransaction(async (tx) => {
      const job = await this.queries.lock(tx, experimentId);
      if (!job) throw jobNotFound(experimentId);
      if (job.status === 'RUNNING') return;
      if (job.stopReason === 'USER') assertCooledDown(job.secondsSinceToggle, 'stopped');
      const { maxTokens = job.maxTokens, maxCost = job.maxCost } = budget;
      assertBudgetIsLeft(job, { maxTokens, maxCost });
      await this.queries.resume(tx, job.id, { maxTokens, maxCost, secrets: sealed });
    });
    return this.get(known.id);
  }

  private async get(id: number): Promise<ExperimentJobRow> {
    const [job] = await this.queries.findByIds([id]);
    if (!job) throw new NotFoundError('The experiment has since been deleted.');
    return job;
  }

  private seal(jobId: number, secrets: JobSecrets) {
    return this.sealing.seal(JSON.stringify(secrets), this.queries.contextOf(jobId));
  }

  private async chooseEvaluators(
    datasetId: number,
    ids: readonly number[] | null,
  ): Promise<number[]> {
    if (ids === null) {
      const page = { column: 'createdAt', direction: 'ASC', offset: 0 } as const;
      const all = { ...page, name: null, limit: MAX_EVALUATORS };
      const [rows] = await this.attached.listByDataset([datasetId], all);
      return rows!.map(({ id }) => id);
    }
    const chosen = new Set(ids);
    for (const id of chosen) await this.attached.get(id, datasetId);
    return [...chosen];
  }

  private async assertReachable(
    { version, wish, maxCost }: Pick<JobRequest, 'version' | 'wish' | 'maxCost'>,
    evaluatorIds: readonly number[],
  ): Promise<void> {
    const { name } = await this.chats.connect(toProvider(version, wish));
    const ready = await this.evaluators.prepare(evaluatorIds, wish);
    if (maxCost === null) return;
    await this.requirePrice({ modelName: version.modelName, provider: name });
    for (const { model } of ready) {
      if (!model) continue;
      await this.requirePrice({ modelName: model.modelName, provider: model.connection.name });
    }
  }

  private async requirePrice(model: { modelName: string; provider: string }): Promise<void> {
    if (await this.costs.hasPrice(model)) return;
    throw new BadRequestError(
      `The price of the model "${model.modelName}" is not known. Add it to the models, or limit tokens instead.`,
    );
  }
}

function toTask(
  request: JobRequest,
  connection: JobTask['connection'],
  { username }: Identity,
): JobTask {
  const { version, promptVersionId, promptName, templateVariablesPath } = request;
  const { appendedMessagesPath, streamModelOutput, tracingEnabled } = request;
  return {
    version,
    promptVersionId,
    promptName,
    templateVariablesPath,
    appendedMessagesPath,
    streamModelOutput,
    tracingEnabled,
    connection,
    username,
  };
}

function toSecrets({ credentials, headers }: Omit<Resumption, 'budget'>): JobSecrets | null {
  return splitWish({ credentials, headers }).secrets;
}

function assertCooledDown(secondsAgo: number | null, participle: string): void {
  if (secondsAgo === null || secondsAgo >= COOLDOWN_SECONDS) return;
  const seconds = Math.ceil(COOLDOWN_SECONDS - secondsAgo);
  throw new ConflictError(
    `The experiment was ${participle} a moment ago. Try again in ${seconds} seconds.`,
  );
}

function assertBudgetIsLeft(
  { tokensUsed, costUsed }: ExperimentJobRow,
  { maxTokens, maxCost }: JobBudget,
): void {
  const isUsedUp =
    (maxTokens !== null && tokensUsed >= maxTokens) ||
    (maxCost !== null && (costUsed ?? 0) >= maxCost);
  if (!isUsedUp) return;
  throw new BadRequestError('The budget is used up. Send a larger one, or null for no limit.');
}

function jobNotFound(experimentId: number): NotFoundError {
  const id = toGlobalId('Experiment', experimentId);
  return new NotFoundError(`Experiment "${id}" not found among those that the server runs.`);
}

function toDefaultName(promptName: string | null): string {
  return promptName === null ? 'playground-experiment' : `${promptName}-experiment`;
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type pg from 'pg';
import { NO_WORK } from '../../database/background-loop.js';
import { BackgroundLoops } from '../../database/background-loops.js';
import { EvaluatorRunsService } from '../../evaluators/running/evaluator-runs.service.js';
import { ChatsService } from '../../model-providers/chats/chats.service.js';
import { PacedChatsService } from '../../model-providers/pacing/paced-chats.service.js';
import { PromptRequestsService } from '../../prompts/versions/prompt-requests.service.js';
import { SealRotationService } from '../../sealing/seal-rotation.service.js';
import { SealingService, UnreadableSealError } from '../../sealing/sealing.service.js';
import { ChatCostsService } from '../../tracing/costs/chat-costs.service.js';
import { ProjectAccessReader } from '../../kernel/access/project-access.js';
import { StorageLock } from '../../kernel/access/storage-lock.js';
import { ConflictError } from '../../kernel/errors/errors.js';
import {
  type ClaimedJob,
  claimJob,
  JobClaimsQueries,
  JOBS_DUE,
  renewClaims,
} from './job-claims.queries.js';
import { JobEvents } from './job-events.service.js';
import { JobResultsQueries } from './job-results.queries.js';
import { JobRun } from './job-run.js';
import type { JobSecrets } from './job-task.js';
import { ExperimentJobsQueries } from './experiment-jobs.queries.js';
import type { JobTools } from './task-runner.js';

/** How often claims are extended. */
const PULSE_MS = 1_000;

/** Jobs of one server at a time. The others wait, or run elsewhere. */
const MAX_JOBS = 20;

/** How long a server that stops waits for answers on their way. */
const PATIENCE_MS = 5_000;

/**
 * Runs jobs on this server: those that it starts, those that are resumed, and those of servers that
 * have died (docs/adr/0047-the-server-runs-experiments.md).
 */
@Injectable()
export class JobLoop {
  private readonly logger = new Logger('experiments');
  private readonly tools: JobTools & { access: ProjectAccessReader };
  private readonly runs = new Map<string, { run: JobRun; jobId: number; ended: Promise<void> }>();
  private isStopping = false;

  constructor(
    loops: BackgroundLoops,
    private readonly queries: ExperimentJobsQueries,
    private readonly sealing: SealingService,
    private readonly claims: JobClaimsQueries,
    results: JobResultsQueries,
    rotation: SealRotationService,
    chats: ChatsService,
    paced: PacedChatsService,
    prompts: PromptRequestsService,
    evaluators: EvaluatorRunsService,
    costs: ChatCostsService,
    events: JobEvents,
    access: ProjectAccessReader,
    private readonly storage: StorageLock,
  ) {
    rotation.register(queries);
    this.tools = { access, claims, results, chats, paced, prompts, evaluators, costs, events };
    loops.add({
      name: 'experiments',
      description: 'runs [experiments](experiments.md), also those of servers that have died',
      due: JOBS_DUE,
      step: (client) => this.pulse(client),
      drain: () => this.drain(),
    });
  }

  private async drain(): Promise<void> {
    this.isStopping = true;
    const ended = Promise.all([...this.runs.values()].map((one) => one.ended));
    for (const { run } of this.runs.values()) run.drain();
    await Promise.race([ended, sleep(PATIENCE_MS, null, { ref: false })]);
    for (const { run } of this.runs.values()) run.leave();
    await ended;
  }

  /** Runs a new job of this server, which has been stored with this claim. */
  async start(owner: string): Promise<void> {
    const job = await this.claims.findClaimed(owner);
    if (job && !this.isStopping) this.run(job);
  }

  /** Stops a job at once if this server runs it. Others learn of it with their next pulse. */
  stop(jobId: number): void {
    for (const one of this.runs.values()) if (one.jobId === jobId) one.run.stop();
  }

  private async pulse(client: pg.ClientBase): Promise<number | typeof NO_WORK> {
    const renewed = await renewClaims(client, [...this.runs.keys()]);
    const statuses = new Map(renewed.map(({ owner, status }) => [owner, status]));
    for (const [owner, { run }] of this.runs) {
      const status = statuses.get(owner);
      // A run that began after the statement is not in its answer.
      if (status === undefined) await this.confirm(owner, run);
      else if (status !== 'RUNNING') run.stop();
    }
    while (this.runs.size < MAX_JOBS && !this.isStopping && !this.storage.isLocked) {
      const job = await claimJob(client, randomUUID());
      if (!job) break;
      await this.take(job);
    }
    return this.runs.size === 0 ? NO_WORK : PULSE_MS;
  }

  private async confirm(owner: string, run: JobRun): Promise<void> {
    const claimed = await this.claims.findClaimed(owner);
    if (!claimed && this.runs.has(owner)) run.lose();
  }

  private async take(job: ClaimedJob): Promise<void> {
    if (!job.isEphemeral || !job.isAbandoned) return this.run(job);
    // Nobody can read the stream of a server that has died.
    await this.claims.end(job, { status: 'STOPPED', stopReason: 'STREAM_ENDED', lastError: null });
  }

  private run(job: ClaimedJob): void {
    const run = new JobRun(job, () => this.openSecrets(job), this.tools);
    const ended = run.run().finally(() => this.runs.delete(job.owner));
    this.runs.set(job.owner, { run, jobId: job.id, ended });
    this.logger.debug({ job: job.id, attempt: job.attempt }, 'runs an experiment');
  }

  private openSecrets({ id, sealedSecrets, keyId }: ClaimedJob): JobSecrets | null {
    if (sealedSecrets === null || keyId === null) return null;
    try {
      const text = this.sealing.open(sealedSecrets, keyId, this.queries.contextOf(id));
      return JSON.parse(text) as JobSecrets;
    } catch (error) {
      if (!(error instanceof UnreadableSealError)) throw error;
      throw new ConflictError(
        'The credentials of this experiment cannot be read. Resume it with new ones.',
      );
    }
  }
}

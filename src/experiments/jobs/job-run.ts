import { Logger } from '@nestjs/common';
import type { ProjectAccessReader } from '../../kernel/access/project-access.js';
import { DomainError } from '../../kernel/errors/errors.js';
import type { ClaimedJob } from './job-claims.queries.js';
import type { ExperimentJobRow } from './experiment-jobs.queries.js';
import type { JobTaskRow } from './job-results.queries.js';
import { type JobSecrets, joinWish, toProvider } from './job-task.js';
import { JobWriter, LostClaimError } from './job-writer.js';
import { type JobPlan, type JobTools, TaskRunner } from './task-runner.js';

/** Tasks beyond those that wait for a model, because storing takes time, too. */
const MORE_TASKS = 16;

/** After so many failures in a row, the rest would most likely fail, too. */
const MAX_FAILURES_IN_A_ROW = 50;

/** After an error of the server or its database, the job waits so long before it continues. */
const WAIT_SECONDS = 10;

/** Somebody has stopped the job. */
class StoppedError extends Error {}

/** An error that ends a run because this server stops. Another server continues the job. */
class ShutdownError extends Error {}

/** An error that refuses a further call. */
class DrainingError extends Error {}

/** The job cannot continue. The message says why. */
class JobFailedError extends Error {}

type End = Pick<ExperimentJobRow, 'status' | 'stopReason' | 'lastError'>;

/** Runs a job on this server, as long as this server has claimed it. */
export class JobRun {
  private readonly logger = new Logger('experiments');
  /** Cancels calls; the reason says why. */
  private readonly halting = new AbortController();
  private readonly writer: JobWriter;
  private isDraining = false;
  private stopReason: ExperimentJobRow['stopReason'] = null;
  /** Used so far, also by results that are not stored yet. */
  private tokens: number;
  /** US dollars. */
  private cost: number;
  private active = 0;
  private failuresInARow = 0;
  private wake: (() => void) | undefined;

  /** @param readSecrets opens the sealed part of the connection. */
  constructor(
    private readonly job: ClaimedJob,
    private readonly readSecrets: () => JobSecrets | null,
    private readonly tools: JobTools & { access: ProjectAccessReader },
  ) {
    this.writer = new JobWriter(tools.results, job, (status) => {
      if (status !== 'RUNNING') this.stop();
    });
    this.tokens = job.tokensUsed;
    this.cost = job.costUsed ?? 0;
  }

  /** Somebody has stopped the job: cancels all calls. */
  stop(): void {
    this.halting.abort(new StoppedError());
    this.wake?.();
  }

  /** Cancels all calls, because another server has claimed the job, or it was deleted. */
  lose(): void {
    this.halting.abort(new LostClaimError());
    this.wake?.();
  }

  /** Starts no further calls; those that are under way are completed and stored. */
  drain(): void {
    this.isDraining = true;
    this.wake?.();
  }

  /** Releases the job to other servers at once. */
  leave(): void {
    this.halting.abort(new ShutdownError());
    this.wake?.();
  }

  /** Runs until the job or the claim ends. Never rejects. */
  async run(): Promise<void> {
    try {
      await this.finish(await this.workUntilEnd());
    } catch (error) {
      // The claim expires, and a server continues the job then.
      this.logger.warn({ err: error, job: this.job.id }, 'an experiment cannot end now');
    } finally {
      this.tools.events.emitEnd(this.job.id);
    }
  }

  /** Returns how the job ends, or how long it should wait for its next claim. */
  private async workUntilEnd(): Promise<End | { waitSeconds: number }> {
    try {
      await this.work(await this.prepare());
      if (this.stopReason) return toEnd('STOPPED', { stopReason: this.stopReason });
      return this.isDraining ? { waitSeconds: 0 } : toEnd('COMPLETED');
    } catch (error) {
      if (error instanceof StoppedError) return toEnd('STOPPED', { stopReason: 'USER' });
      if (error instanceof ShutdownError || error instanceof LostClaimError) {
        return { waitSeconds: 0 };
      }
      const isFinal = error instanceof DomainError && error.code !== 'UNAVAILABLE';
      if (isFinal || error instanceof JobFailedError) {
        return toEnd('ERROR', { lastError: error.message });
      }
      this.logger.warn({ err: error, job: this.job.id }, 'an experiment cannot continue now');
      return { waitSeconds: WAIT_SECONDS };
    }
  }

  private finish(end: End | { waitSeconds: number }): Promise<void> {
    const { claims } = this.tools;
    if ('waitSeconds' in end) return claims.release(this.job, end.waitSeconds);
    return claims.end(this.job, end);
  }

  /** Uses what whoever started the job may use, or its project once they are gone or cannot see it. */
  private async prepare(): Promise<JobPlan> {
    const { job } = this;
    const { access, claims } = this.tools;
    const plan = await access.runAs(job.userId, 'MEMBER', async () =>
      (await claims.findClaimed(job.owner)) ? this.plan() : null,
    );
    return plan ?? access.runFor(job.datasetProjectId, () => this.plan());
  }

  private async plan(): Promise<JobPlan> {
    const { job, tools } = this;
    const wish = joinWish(job.task.connection, this.readSecrets());
    const reach = toProvider(job.task.version, wish);
    const provider = await tools.chats.connect(reach);
    const evaluators = await tools.evaluators.prepare(job.evaluatorIds, wish);
    return { job, provider, limit: tools.paced.limitFor(reach), evaluators };
  }

  private async work(plan: JobPlan): Promise<void> {
    const runner = new TaskRunner(plan, this.tools, this.writer, {
      signal: this.halting.signal,
      beforeCall: () => {
        if (this.isDraining) throw new DrainingError();
      },
      afterCall: ({ tokens, cost }) => {
        this.tokens += tokens;
        this.cost += cost ?? 0;
        this.checkBudget();
      },
    });
    this.checkBudget();
    const most = this.job.maxConcurrency * 2 + MORE_TASKS;
    try {
      for await (const task of this.listTasks(plan)) {
        await this.waitUntil(() => this.active < most || this.isOver());
        if (this.isOver()) break;
        void this.start(runner, task);
      }
    } finally {
      await this.waitUntil(() => this.active === 0);
    }
    this.halting.signal.throwIfAborted();
  }

  /** Yields the tasks that are left, in pages, so that memory does not grow with the dataset. */
  private async *listTasks({ job, evaluators }: JobPlan): AsyncGenerator<JobTaskRow, void> {
    const names = evaluators.map(({ name }) => name);
    let after = { exampleId: 0, repetition: 0 };
    while (!this.isOver()) {
      const page = await this.tools.results.readTasks(job, after, names);
      yield* page;
      const last = page.at(-1);
      if (!last) return;
      after = { exampleId: last.exampleId, repetition: last.repetition };
    }
  }

  private async start(runner: TaskRunner, task: JobTaskRow): Promise<void> {
    this.active += 1;
    try {
      this.count(await runner.run(task), task);
    } catch (error) {
      if (!(error instanceof DrainingError)) this.halting.abort(error);
    } finally {
      this.active -= 1;
      this.wake?.();
    }
  }

  private count(error: string | null, task: JobTaskRow): void {
    if (error === null) {
      // Evaluating an existing run says nothing about the model.
      if (task.runId === null) this.failuresInARow = 0;
      return;
    }
    this.failuresInARow += 1;
    if (this.failuresInARow < MAX_FAILURES_IN_A_ROW) return;
    const message = `${MAX_FAILURES_IN_A_ROW} runs in a row have failed. The last error: ${error}`;
    this.halting.abort(new JobFailedError(message));
  }

  /**
   * Compares this server's own sums with the budget. Only this server spends anything, as long as it has the
   * claim.
   */
  private checkBudget(): void {
    const { maxTokens, maxCost } = this.job;
    if (maxTokens !== null && this.tokens >= maxTokens) this.stopReason ??= 'TOKEN_BUDGET';
    else if (maxCost !== null && this.cost >= maxCost) this.stopReason ??= 'COST_BUDGET';
    else return;
    this.drain();
  }

  private isOver(): boolean {
    return this.isDraining || this.halting.signal.aborted;
  }

  private async waitUntil(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

function toEnd(
  status: End['status'],
  { stopReason = null, lastError = null }: Partial<Omit<End, 'status'>> = {},
): End {
  return { status, stopReason, lastError };
}

import { Injectable, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DatabaseWriter } from '../database/database-writer.js';
import { JobQueueService } from '../job-queue/job-queue.service.js';
import {
  type ExpiryRange,
  ExpiredTracesService,
} from '../tracing/expiry/expired-traces.service.js';
import { IngestionErrorsService } from '../tracing/ingestion-errors/ingestion-errors.service.js';
import { OldLogsService } from '../tracing/expiry/old-logs.service.js';
import { OldTextsService } from '../tracing/expiry/old-texts.service.js';
import {
  RetentionPoliciesService,
  type RetentionPolicyEntity,
} from './retention-policies.service.js';
import { type MeasuredPace, RetentionPace } from './retention-pace.js';
import type { RetentionRunEntity } from './retention-run.entity.js';
import { RetentionRunsQueries } from './retention-runs.queries.js';

/** Name of the queue. A job only signals that policies may be due. */
const QUEUE = 'retention';

/** How often a server looks for policies that are due, which all are at whole hours. */
const LOOK_SECONDS = 60;

/**
 * Traces to look at in one step. It is adapted, so that a step locks rows for a short time only. A smaller step
 * would hardly be shorter: on a busy server, most of its time is that of its statements and its commit.
 */
const SMALLEST_STEP = 50;
const MAX_STEP = 1_000;
const MAX_STEP_MS = 80;
const SHORT_STEP_MS = 30;

const spansPerSecond = new Gauge({
  name: 'spandrel_retention_spans_per_second',
  help: 'Spans that the run of a retention policy got rid of in the last seconds; 0 if none runs.',
});

const isBehind = new Gauge({
  name: 'spandrel_retention_behind',
  help: '1 if the run of a retention policy does not keep up with new spans, although it does not pause.',
});

/** A policy as it is applied to a project. */
interface Application {
  run: RetentionRunEntity;
  policy: RetentionPolicyEntity;
  projectId: number;
  pace: RetentionPace;
  signal: AbortSignal;
}

/** Deletes what policies no longer keep, in small steps, in the background. */
@Injectable()
export class RetentionRunsService {
  private readonly logger = new Logger('retention');

  constructor(
    private readonly database: DatabaseWriter,
    private readonly policies: RetentionPoliciesService,
    private readonly expired: ExpiredTracesService,
    private readonly texts: OldTextsService,
    private readonly logs: OldLogsService,
    private readonly errors: IngestionErrorsService,
    private readonly runs: RetentionRunsQueries,
    private readonly jobs: JobQueueService,
  ) {
    jobs.registerHandler(QUEUE, (signal) => this.runDue(signal));
  }

  /** Finds the last run of each policy; null if it has not run. */
  async listLast(policyIds: readonly number[]): Promise<(RetentionRunEntity | null)[]> {
    const byPolicy = new Map(
      (await this.runs.listLast(policyIds)).map((run) => [run.policyId, run]),
    );
    return policyIds.map((id) => byPolicy.get(id) ?? null);
  }

  /** Starts a policy now, unless it is running. Its schedule stays. */
  async startNow(policyId: number): Promise<void> {
    await this.database.inTransaction(async (tx) => {
      await this.runs.start(tx, policyId);
      await this.jobs.send(QUEUE, {
        query: async (text, values) => ({ rows: await tx.query(text, values) }),
      });
    });
    this.jobs.wake(QUEUE);
  }

  private async runDue(signal: AbortSignal): Promise<void> {
    await this.runs.startDue(new Date());
    for (
      let run = await this.runs.findUnfinished();
      run && !signal.aborted;
      run = await this.runs.findUnfinished()
    ) {
      await this.finish(run, signal);
    }
    await this.jobs.sendLater(QUEUE, LOOK_SECONDS);
  }

  /** Continues a run, which another server may have begun. */
  private async finish(run: RetentionRunEntity, signal: AbortSignal): Promise<void> {
    let failure: string | null = null;
    try {
      const [projectIds = []] = await this.policies.listProjectIds([run.policyId]);
      const pace = new RetentionPace(await this.runs.countArrivals(projectIds), (measured) =>
        this.reportPace(run, measured),
      );
      for (const projectId of projectIds) {
        await this.applyTo(run, projectId, pace, signal);
        // The run stays unfinished, so that a server continues it.
        if (signal.aborted) return;
      }
    } catch (error) {
      this.logger.error({ err: error, policyId: run.policyId }, 'a retention policy failed');
      failure = 'Some traces could not be deleted. The log of the server says why.';
    }
    await this.runs.end(run.id, failure);
    spansPerSecond.set(0);
    isBehind.set(0);
  }

  private async reportPace(run: RetentionRunEntity, measured: MeasuredPace): Promise<void> {
    const [last] = await this.runs.listLast([run.policyId]);
    if (measured.isBehind && !last?.isBehind) {
      const { policyId } = run;
      this.logger.warn(
        { policyId, ...measured },
        'a retention policy cannot keep up with new spans',
      );
    }
    spansPerSecond.set(measured.spansPerSecond);
    isBehind.set(Number(measured.isBehind));
    await this.runs.setPace(run.id, measured);
  }

  private async applyTo(
    run: RetentionRunEntity,
    projectId: number,
    pace: RetentionPace,
    signal: AbortSignal,
  ): Promise<void> {
    const [policy] = await this.policies.listByProject([projectId]);
    if (policy?.id !== run.policyId) return;
    const application = { run, policy, projectId, pace, signal };
    await this.deleteErrors(application);
    await this.deleteLogs(application);
    const bound = await this.expired.findBound(projectId, policy);
    if (bound) {
      await this.delete(application, { after: null, bound, bytes: null });
      if (await this.goesOn(application)) await this.expired.forgetDropped(projectId, bound);
    }
    // Before the size is measured, because it makes the project smaller.
    if (policy.maxTextDays !== null) await this.removeTexts(application, policy.maxTextDays);
    if (policy.maxBytes === null || !(await this.goesOn(application))) return;
    const excess = await this.expired.findExcess(projectId, policy.maxBytes, bound);
    if (excess) await this.delete(application, excess);
  }

  /** Spans that could not be stored have texts, too. A project has few of them. */
  private async deleteErrors({ policy, projectId }: Application): Promise<void> {
    const days = [policy.maxDays, policy.maxTextDays].flatMap((one) => one || []);
    if (days.length > 0) await this.errors.deleteOld(projectId, Math.min(...days));
  }

  /** All of a log record is text. */
  private async deleteLogs(application: Application): Promise<void> {
    const { policy, projectId } = application;
    const days = [policy.maxDays, policy.maxTextDays].flatMap((one) => one || []);
    if (days.length === 0) return;
    const range = await this.logs.findRange(Math.min(...days));
    await this.inSteps(application, range, (left, limit) =>
      this.logs.deleteNext(projectId, left, limit),
    );
    if (!policy.maxDays) return;
    const { before } = await this.logs.findRange(policy.maxDays);
    await this.inSteps(application, before, async (bound, limit) =>
      (await this.logs.deletePoints(projectId, bound, limit)) ? bound : null,
    );
  }

  private delete(application: Application, range: ExpiryRange): Promise<void> {
    const { run, policy, projectId, pace, signal } = application;
    return this.inSteps(application, range, (left, limit) =>
      this.expired.deleteNext(projectId, left, {
        keeps: policy.keeps,
        limit,
        report: (tx, deleted) => this.runs.addProgress(tx, run.id, deleted),
        pace,
        signal,
      }),
    );
  }

  private async removeTexts(application: Application, days: number): Promise<void> {
    const { run, policy, projectId, pace, signal } = application;
    await this.inSteps(application, await this.texts.findRange(days), (left, limit) =>
      this.texts.removeNext(projectId, left, {
        keeps: policy.keeps,
        limit,
        report: (tx, cleared) => this.runs.addProgress(tx, run.id, { cleared }),
        pace,
        signal,
      }),
    );
  }

  /**
   * Repeats a step, as long as the policy applies.
   * @param range what the first step begins with; each returns what is left, or null.
   */
  private async inSteps<Range>(
    application: Application,
    range: Range,
    work: (range: Range, limit: number) => Promise<Range | null>,
  ): Promise<void> {
    const { pace, signal } = application;
    let left: Range | null = range;
    let step = SMALLEST_STEP;
    while (left !== null && (await this.goesOn(application))) {
      const start = performance.now();
      left = await work(left, step);
      const tookMs = performance.now() - start;
      if (tookMs > MAX_STEP_MS) step = Math.max(SMALLEST_STEP, Math.floor(step / 2));
      else if (tookMs < SHORT_STEP_MS) step = Math.min(MAX_STEP, step * 2);
      if (left !== null) await pace.pause(tookMs, signal);
    }
  }

  /**
   * Returns whether the server is not stopping, and the project still follows the policy as it was: people may
   * want to stop a deletion.
   */
  private async goesOn({ policy, projectId, signal }: Application): Promise<boolean> {
    if (signal.aborted) return false;
    const [now] = await this.policies.listByProject([projectId]);
    return now?.id === policy.id && now.updatedAt === policy.updatedAt;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { mayPass } from '../../kernel/errors/database-errors.js';
import type { JobClaim } from './job-claims.queries.js';
import type {
  JobEvaluationResult,
  JobResultsQueries,
  JobRunResult,
  Stored,
} from './job-results.queries.js';

/** Results per statement. */
const BATCH = 200;

/** How often, and how long in between, results are offered to a database that is out of order. */
const ATTEMPTS = 12;
const MAX_PAUSE_MS = 10_000;

/** An error because another server has claimed the job, or it was deleted. */
export class LostClaimError extends Error {
  override readonly name = 'LostClaimError';
}

interface Waiting<T> {
  result: T;
  resolve: (id: number | null) => void;
  reject: (error: unknown) => void;
}

/**
 * Stores the results of a job in groups: what arrives while a statement runs is stored by the next
 * one. So results are stored at once while there are few, and cheaply while there are many.
 */
export class JobWriter {
  private runs: Waiting<JobRunResult>[] = [];
  private evaluations: Waiting<JobEvaluationResult>[] = [];
  private writing: Promise<void> | undefined;

  /** @param onStored gets the status of the job, after each statement. */
  constructor(
    private readonly queries: JobResultsQueries,
    private readonly claim: JobClaim,
    private readonly onStored: (status: Stored<never>['status']) => void,
  ) {}

  /**
   * Resolves once the run is stored, with its row ID; null if a client has stored a successful one.
   * @throws LostClaimError
   */
  storeRun(result: JobRunResult): Promise<number | null> {
    return this.add(this.runs, result);
  }

  /** Like `storeRun`; null if the run has been deleted. */
  storeEvaluation(result: JobEvaluationResult): Promise<number | null> {
    return this.add(this.evaluations, result);
  }

  private add<T>(queue: Waiting<T>[], result: T): Promise<number | null> {
    return new Promise((resolve, reject) => {
      queue.push({ result, resolve, reject });
      this.writing ??= this.write();
    });
  }

  private async write(): Promise<void> {
    while (this.runs.length + this.evaluations.length > 0) {
      await this.writeBatch(
        this.runs.splice(0, BATCH),
        (results) => this.queries.storeRuns(this.claim, results),
        ({ exampleId, repetition }) => `${exampleId}:${repetition}`,
      );
      await this.writeBatch(
        this.evaluations.splice(0, BATCH),
        (results) => this.queries.storeEvaluations(this.claim, results),
        ({ runId, name }) => `${runId}:${name}`,
      );
    }
    this.writing = undefined;
  }

  private async writeBatch<T extends JobRunOrEvaluation, S extends { id: number }>(
    batch: readonly Waiting<T>[],
    store: (results: T[]) => Promise<Stored<S> | null>,
    keyOf: (row: T | S) => string,
  ): Promise<void> {
    if (batch.length === 0) return;
    try {
      const results = batch.map(({ result }) => result);
      const answer = await this.repeat(() => store(results));
      if (!answer) throw new LostClaimError('The job belongs to another server.');
      const failed = results.flatMap(({ log, ...place }) => (log ? [{ ...place, log }] : []));
      if (failed.length > 0) await this.queries.log(this.claim.id, failed);
      const ids = new Map(answer.stored.map((row) => [keyOf(row), row.id]));
      this.onStored(answer.status);
      for (const { result, resolve } of batch) resolve(ids.get(keyOf(result)) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private async repeat<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === ATTEMPTS || !mayPass(error)) throw error;
        await sleep(Math.min(MAX_PAUSE_MS, 100 * 2 ** attempt));
      }
    }
  }
}

type JobRunOrEvaluation = JobRunResult | JobEvaluationResult;

import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import pg from 'pg';
import { DomainError, UnavailableError } from '../common/errors/errors.js';
import { isDistributed } from '../common/sql/distribution.js';
import { copyPayloads, copySpans, numberRows } from './copy-spans.js';
import type { EncodedSpan } from './encode-spans.js';
import { INGEST_POOL } from './ingest-pool.js';
import { lockDistributedTraces } from './lock-distributed-traces.js';
import { markChangedQuarters } from './mark-changed-quarters.js';
import { markUnindexed } from './mark-unindexed.js';
import { markUnpriced } from './mark-unpriced.js';
import { lockExistingProjects, lockProject, lockProjects } from './project-names.js';
import { rejectForStorage } from './decode/reject.js';
import type { RejectedSpan } from './decode/span-record.js';
import type { SpanWriter, WriteResult } from './span-writer.js';
import { keepEncoded } from './read-row.js';
import { leaveOutStored } from './stored-spans.js';
import { writeTraces } from './write-traces.js';

/** How the writer continues after a database error. */
type ErrorKind =
  /** Another transaction conflicted; a retry can succeed. */
  | 'conflict'
  /** A value in the data can never be stored. */
  | 'data'
  /** The database cannot store it now: it is gone, starting or full, or the error is unexpected. */
  | 'unavailable';

const CONFLICTS = new Set([
  '23505', // unique_violation: another server has just stored the same span
  '23503', // foreign_key_violation: the project has just been deleted
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
]);

/** Data exceptions, limits such as the size of an index row, and constraints of a single row. */
const DATA_ERROR = /^(22|54|23502|23514)/;

const INTERNAL_ERROR = 'XX000';

/** After this many conflicts in a row, the sender must retry. */
const ATTEMPTS = 12;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/**
 * While the database is unavailable, every batch fails in the same way, so one report is enough.
 */
const REPORT_EVERY_MS = 10_000;

/** The totals over the parts into which a write was split. */
interface Progress extends WriteResult {
  refused: Map<EncodedSpan, RejectedSpan>;
}

/**
 * Writes each batch in one transaction: projects, spans and payloads by binary COPY, totals of the traces,
 * sessions. Tables are always written in this order, and each in the order of its keys, so writers
 * and deletions never deadlock.
 */
@Injectable()
export class PgSpanWriter implements SpanWriter {
  private readonly logger = new Logger('ingest');
  private reportedAt = 0;

  constructor(@Inject(INGEST_POOL) private readonly pool: pg.Pool) {}

  async write(spans: readonly EncodedSpan[], projectId?: number): Promise<WriteResult> {
    const progress: Progress = { stored: 0, duplicates: 0, refused: new Map() };
    if (spans.length > 0) await this.writePart(spans, projectId, progress);
    return progress;
  }

  /** Stores the spans together or, if the database refuses one of them, in halves. */
  private async writePart(
    spans: readonly EncodedSpan[],
    projectId: number | undefined,
    progress: Progress,
  ): Promise<void> {
    try {
      const stored = await this.writeTogether(spans, projectId);
      progress.stored += stored;
      progress.duplicates += spans.length - stored;
    } catch (failure) {
      const error = hidesItsState(failure) ? await this.findDataError(spans, failure) : failure;
      if (classifyError(error) !== 'data') throw this.unavailable(error);
      const [first] = spans;
      if (spans.length === 1 && first) {
        progress.refused.set(first, rejectForStorage(first, error, await keepEncoded(first)));
        return;
      }
      const middle = spans.length >> 1;
      await this.writePart(spans.slice(0, middle), projectId, progress);
      await this.writePart(spans.slice(middle), projectId, progress);
    }
  }

  /**
   * Runs one transaction, and retries it as long as others conflict. Returns how many spans were
   * new.
   */
  private async writeTogether(
    spans: readonly EncodedSpan[],
    projectId: number | undefined,
  ): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.inTransaction((client) => insertBatch(client, spans, projectId));
      } catch (error) {
        if (classifyError(error) !== 'conflict' || attempt === ATTEMPTS) throw error;
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
        await sleep(pause * (0.5 + Math.random()));
      }
    }
  }

  /**
   * Stores the spans in a temporary table of the coordinator, which takes the place of the distributed one,
   * to find out whether it was them that a worker refused.
   * @returns the error of the coordinator; if it refuses nothing, the one of the worker.
   */
  private async findDataError(spans: readonly EncodedSpan[], failure: unknown): Promise<unknown> {
    try {
      await this.inTransaction(async (client) => {
        await client.query(
          'CREATE TEMPORARY TABLE spans (LIKE spans INCLUDING ALL) ON COMMIT DROP',
        );
        await copySpans(client, await numberRows(client, spans, () => 0));
      });
      return failure;
    } catch (error) {
      return error;
    }
  }

  private async inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if (classifyError(error) === 'unavailable') broken = error as Error;
      else await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      // Close a connection in an unknown state, which also ends its transaction.
      client.release(broken);
    }
  }

  private unavailable(error: unknown): DomainError {
    if (error instanceof DomainError) return error;
    if (Date.now() - this.reportedAt >= REPORT_EVERY_MS) {
      this.reportedAt = Date.now();
      this.logger.error({ err: error }, 'spans cannot be stored; their senders should retry');
    }
    return new UnavailableError(
      'The database currently cannot store spans. Send them again later.',
      2,
    );
  }
}

async function insertBatch(
  client: pg.ClientBase,
  spans: readonly EncodedSpan[],
  projectId: number | undefined,
): Promise<number> {
  const names = spans.map((span) => span.projectName);
  const named =
    projectId === undefined
      ? await lockExistingProjects(client, names)
      : await lockProject(client, projectId, names);
  if (isDistributed()) {
    await lockDistributedTraces(
      client,
      spans.map((span) => span.traceId),
    );
  }
  const { fresh, known } = await leaveOutStored(client, spans);
  if (fresh.length === 0) return 0;
  // An existing trace keeps its project, so the project that its new spans name is not created.
  const opening = fresh.filter((span) => !known.has(span.traceId) && !named.has(span.projectName));
  const created = await lockProjects(
    client,
    opening.map((span) => span.projectName),
  );
  for (const [name, id] of created) named.set(name, id);
  const projectIds = new Map([...known].map(([traceId, { projectId }]) => [traceId, projectId]));
  const rows = await numberRows(client, fresh, (span) => {
    const projectId = projectIds.get(span.traceId) ?? named.get(span.projectName)!;
    projectIds.set(span.traceId, projectId);
    return projectId;
  });
  await copySpans(client, rows);
  await copyPayloads(client, rows);
  const written = await writeTraces(client, rows);
  await markUnindexed(client, rows, written);
  await markUnpriced(client, rows);
  await markChangedQuarters(client, rows, known, written);
  return rows.length;
}

/** Whether Citus left out the SQLSTATE, as it does with errors of workers in COPY. */
function hidesItsState(error: unknown): boolean {
  return isDistributed() && (error as { code?: unknown } | null)?.code === INTERNAL_ERROR;
}

function classifyError(error: unknown): ErrorKind {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'unavailable';
  if (CONFLICTS.has(code)) return 'conflict';
  return DATA_ERROR.test(code) ? 'data' : 'unavailable';
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import pg from 'pg';
import { UnavailableError } from '../common/errors/errors.js';
import { copySpans, numberRows } from './copy-spans.js';
import type { EncodedSpan } from './encoded-span.js';
import { INGEST_POOL } from './ingest-pool.js';
import { kindOfError } from './pg-errors.js';
import { holdExistingProjects, holdProjects } from './project-names.js';
import type { RejectedSpan } from './span-record.js';
import type { SpanWriter, WriteResult } from './span-writer.js';
import { refusedByStorage } from './storage-refusal.js';
import { withoutStored } from './stored-spans.js';
import { writeTraces } from './write-traces.js';

/** After so many conflicts in a row the sender is told to come back. */
const ATTEMPTS = 12;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/** While the database is gone, every batch fails in the same way. */
const REPORT_EVERY_MS = 10_000;

/** Sums up the parts of a write that had to be divided. */
interface Progress extends WriteResult {
  refused: Map<EncodedSpan, RejectedSpan>;
}

/**
 * Writes each batch in one transaction: projects, spans by binary COPY, sums of the traces,
 * sessions; every table in the order of its keys and the tables in this order, so that writers and
 * deleters never wait for each other in a circle.
 */
@Injectable()
export class PgSpanWriter implements SpanWriter {
  private readonly logger = new Logger('ingest');
  private reportedAt = 0;

  constructor(@Inject(INGEST_POOL) private readonly pool: pg.Pool) {}

  async write(spans: readonly EncodedSpan[]): Promise<WriteResult> {
    const progress: Progress = { stored: 0, duplicates: 0, refused: new Map() };
    if (spans.length > 0) await this.writePart(spans, progress);
    return progress;
  }

  /** Stores the spans together or, when the database refuses one of them, in halves. */
  private async writePart(spans: readonly EncodedSpan[], progress: Progress): Promise<void> {
    try {
      const stored = await this.writeTogether(spans);
      progress.stored += stored;
      progress.duplicates += spans.length - stored;
    } catch (error) {
      if (kindOfError(error) !== 'data') throw this.unavailable(error);
      const [first] = spans;
      if (spans.length === 1 && first) {
        progress.refused.set(first, refusedByStorage(first, error));
        return;
      }
      const middle = spans.length >> 1;
      await this.writePart(spans.slice(0, middle), progress);
      await this.writePart(spans.slice(middle), progress);
    }
  }

  /** One transaction, repeated while others are in its way. Answers how many spans were new. */
  private async writeTogether(spans: readonly EncodedSpan[]): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.inTransaction((client) => insertBatch(client, spans));
      } catch (error) {
        if (kindOfError(error) !== 'conflict' || attempt === ATTEMPTS) throw error;
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
        await sleep(pause * (0.5 + Math.random()));
      }
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
      if (kindOfError(error) === 'unavailable') broken = error as Error;
      else await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      // A connection in an unknown state is closed, which also ends its transaction.
      client.release(broken);
    }
  }

  private unavailable(error: unknown): UnavailableError {
    if (error instanceof UnavailableError) return error;
    if (Date.now() - this.reportedAt >= REPORT_EVERY_MS) {
      this.reportedAt = Date.now();
      this.logger.error({ err: error }, 'spans cannot be stored; their senders are asked to retry');
    }
    return new UnavailableError('The database cannot take spans now. Send them again later.', 2);
  }
}

async function insertBatch(client: pg.ClientBase, spans: readonly EncodedSpan[]): Promise<number> {
  const named = await holdExistingProjects(
    client,
    spans.map((span) => span.projectName),
  );
  const { fresh, projectIds } = await withoutStored(client, spans);
  if (fresh.length === 0) return 0;
  // A trace that is there keeps its project: what its new spans name makes none.
  const opening = fresh.filter(
    (span) => !projectIds.has(span.traceId) && !named.has(span.projectName),
  );
  const created = await holdProjects(
    client,
    opening.map((span) => span.projectName),
  );
  for (const [name, id] of created) named.set(name, id);
  const rows = await numberRows(client, fresh, (span) => {
    const known = projectIds.get(span.traceId) ?? named.get(span.projectName)!;
    projectIds.set(span.traceId, known);
    return known;
  });
  await copySpans(client, rows);
  await writeTraces(client, rows);
  return rows.length;
}

import { Inject, Injectable } from '@nestjs/common';
import type { Distributed } from '../../kernel/sql/distribution.js';
import { OpenedDatabase } from '../../database/opened-database.js';
import pg from 'pg';
import { BatchTransactions, classifyError } from './batch-transactions.js';
import { copyPayloads, copySpans, type NumberedSpan, numberRows } from './copy-spans.js';
import type { EncodedSpan } from './encode-spans.js';
import { INGEST_POOL } from './ingest-pool.js';
import { queueWaitingEvents, type ProjectSpanKey } from './joining-queue.js';
import { WaitingEvents } from './waiting-events.js';
import { lockDistributedTraces } from './lock-distributed-traces.js';
import { markChangedQuarters } from './mark-changed-quarters.js';
import { markUnindexed } from './mark-unindexed.js';
import { markUnpriced } from './mark-unpriced.js';
import { lockExistingProjects, lockProject, lockProjects } from './project-names.js';
import { shrinkLeftSessions } from './left-sessions.js';
import { rejectForStorage } from '../decode/reject.js';
import type { RejectedSpan } from '../decode/span-record.js';
import type { SpanWriter, WriteResult } from './span-writer.js';
import { keepEncoded } from './read-row.js';
import { leaveOutStored } from './stored-spans.js';
import { type WrittenTrace, writeTraces } from './write-traces.js';

const INTERNAL_ERROR = 'XX000';

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
  private readonly transactions: BatchTransactions;

  constructor(
    @Inject(INGEST_POOL) pool: pg.Pool,
    private readonly opened: OpenedDatabase,
    private readonly waiting: WaitingEvents,
  ) {
    this.transactions = new BatchTransactions(pool, 'spans');
  }

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
      const stored = await this.transactions.runRetried((client) =>
        this.insertBatch(
          Object.assign(client, { distribution: this.opened.distribution }),
          spans,
          projectId,
        ),
      );
      progress.stored += stored;
      progress.duplicates += spans.length - stored;
    } catch (failure) {
      const error = this.hidesItsState(failure)
        ? await this.findDataError(spans, failure)
        : failure;
      if (classifyError(error) !== 'data') throw this.transactions.unavailable(error);
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

  /** Whether Citus left out the SQLSTATE, as it does with errors of workers in COPY. */
  private hidesItsState(error: unknown): boolean {
    const { hasWorkers } = this.opened.distribution;
    return hasWorkers && (error as { code?: unknown } | null)?.code === INTERNAL_ERROR;
  }

  /** Returns how many of the spans were new. */
  private async insertBatch(
    client: Distributed<pg.ClientBase>,
    spans: readonly EncodedSpan[],
    projectId: number | undefined,
  ): Promise<number> {
    const names = spans.map((span) => span.projectName);
    const named =
      projectId === undefined
        ? await lockExistingProjects(client, names)
        : await lockProject(client, projectId, names);
    if (client.distribution.hasWorkers) {
      await lockDistributedTraces(
        client,
        spans.map((span) => span.traceId),
      );
    }
    const { fresh, known } = await leaveOutStored(client, spans);
    if (fresh.length === 0) return 0;
    // An existing trace keeps its project, so the project that its new spans name is not created.
    const opening = fresh.filter(
      (span) => !known.has(span.traceId) && !named.has(span.projectName),
    );
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
    await shrinkLeftSessions(client, known, written);
    await markUnindexed(client, rows, written);
    await markUnpriced(client, rows, written);
    await markChangedQuarters(client, rows, known, written);
    if (await this.waiting.areAny(client)) await queueWaitingEvents(client, toKeys(rows, written));
    return rows.length;
  }

  /**
   * Stores the spans in a temporary table of the coordinator, which takes the place of the distributed one,
   * to find out whether it was them that a worker refused.
   * @returns the error of the coordinator; if it refuses nothing, the one of the worker.
   */
  private async findDataError(spans: readonly EncodedSpan[], failure: unknown): Promise<unknown> {
    try {
      await this.transactions.run(async (client) => {
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
}

function toKeys(
  rows: readonly NumberedSpan[],
  written: ReadonlyMap<string, WrittenTrace>,
): ProjectSpanKey[] {
  return rows.map(({ span: { traceId, spanId } }) => ({
    traceId,
    spanId,
    projectId: written.get(traceId)!.projectId,
  }));
}

import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { runFiguresRead } from '../../database/bounded-read.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { pauseFor } from '../../database/pause-for.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import {
  countExpiredSql,
  deleteExpired,
  deleteExpiredSpans,
  type ExpiredCounts,
  type ExpiryRule,
  findBound,
  findBounds,
  listOldTraces,
  type TracePlace,
} from './expired-traces.queries.js';

export type { ExpiredCounts, ExpiryRule, TracePlace } from './expired-traces.queries.js';

/** Spans to delete in one transaction of a trace with more, so that it takes less than 100 ms. */
const SPANS_OF_LARGE_TRACE = 200;

/** What one step did. */
export interface ExpiryStep {
  traces: number;
  spans: number;
}

/** Deletes the traces of projects that are too old or too many. */
@Injectable()
export class ExpiredTracesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: DatabaseReader,
  ) {}

  /** Finds the place before which traces of a project expire; null if none do. */
  findBound(projectId: number, rule: ExpiryRule): Promise<TracePlace | null> {
    return findBound(this.dataSource.manager, projectId, rule);
  }

  /**
   * Deletes those of the next traces before a bound that are not kept, in one transaction, with their
   * spans, annotations and empty sessions. Large traces first lose their spans in parts.
   * @param after where the last step ended; null begins with the oldest.
   * @param limit how many traces to look at.
   * @param report is called in each transaction.
   * @param signal ends the step between two parts.
   * @returns where this step ended; null if there was nothing left.
   */
  async deleteNext(
    projectId: number,
    { after, bound }: { after: TracePlace | null; bound: TracePlace },
    keeps: ExpiryRule['keeps'],
    limit: number,
    report: (tx: EntityManager, step: ExpiryStep) => Promise<void>,
    signal: AbortSignal,
  ): Promise<TracePlace | null> {
    const range = { after, bound };
    const old = await listOldTraces(this.dataSource.manager, projectId, range, keeps, limit);
    const expired = old.filter(({ isKept }) => !isKept);
    const part = { bound, keeps, limit: SPANS_OF_LARGE_TRACE };
    for (const { traceId } of expired.filter(({ spanCount }) => spanCount > part.limit)) {
      for (let spans = part.limit; spans > 0 && !signal.aborted;) {
        const start = performance.now();
        spans = await inRetriedTransaction(this.dataSource, async (tx) => {
          const deleted = await deleteExpiredSpans(tx, projectId, traceId, part);
          await report(tx, { traces: 0, spans: deleted });
          return deleted;
        });
        await pauseFor(performance.now() - start, signal);
      }
    }
    if (signal.aborted) return after;
    const traceIds = expired.map(({ traceId }) => traceId);
    if (traceIds.length > 0) {
      await inRetriedTransaction(this.dataSource, async (tx) => {
        await report(tx, await deleteExpired(tx, projectId, traceIds, bound, keeps));
      });
    }
    return old.at(-1) ?? null;
  }

  /**
   * Counts what would expire in projects now. Reads every trace that is old enough.
   * @throws BadRequestError if it takes too long.
   */
  async count(projectIds: readonly number[], rule: ExpiryRule): Promise<ExpiredCounts> {
    const bounds = await findBounds(this.dataSource.manager, projectIds, rule);
    const [counts] = await runFiguresRead<ExpiredCounts>(this.reader, countExpiredSql(rule.keeps), [
      bounds.map(({ projectId }) => projectId),
      bounds.map(({ startTime }) => startTime),
      bounds.map(({ id }) => id),
    ]);
    return counts!;
  }
}

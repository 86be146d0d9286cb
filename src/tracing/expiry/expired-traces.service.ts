import { Injectable } from '@nestjs/common';
import { DatabaseWriter, type Transaction } from '../../database/database-writer.js';
import { forgetDropped } from '../figures/rollups/dropped-figures.queries.js';
import { readRolled } from '../figures/rollups/rolled-range.queries.js';
import { countAtOnce, cutStep, SPANS_OF_LARGE_TRACE, type StepPace } from './cut-step.js';
import {
  deleteExpired,
  deleteExpiredSpans,
  type ExpiryRule,
  findBound,
  justBefore,
  LAST_PLACE,
  listOldTraces,
  type OldTrace,
  type TracePlace,
} from './expired-traces.queries.js';
import {
  markUnmeasured,
  type ProjectBytes,
  SELECT_TRACE_BYTES,
  sumProjectBytes,
  toSizes,
  type TraceBytes,
} from './project-bytes.queries.js';

export type { ExpiryRule, TracePlace } from './expired-traces.queries.js';

/** Spans to delete in one transaction. */
const MAX_SPANS = 2_000;

/** The counts of one transaction. */
export interface ExpiryStep {
  /** Traces that it deleted. */
  traces: number;
  /** Spans that it deleted. */
  spans: number;
}

/** The range of traces that a step reads. */
export interface ExpiryRange {
  /** Where the last step ended; null begins with the oldest. */
  after: TracePlace | null;
  /** Deletes traces before this place; null: any. */
  bound: TracePlace | null;
  /** Ends once it has freed this many bytes; null: it frees all it can. */
  bytes: number | null;
}

export interface StepOptions {
  keeps: ExpiryRule['keeps'];
  /** How many traces to look at. */
  limit: number;
  /** Is called in each transaction. */
  report: (tx: Transaction, step: ExpiryStep) => Promise<void>;
  pace: StepPace;
  /** Ends the step between two transactions. */
  signal: AbortSignal;
}

/** Deletes the traces of projects that are too old, too many or too large. */
@Injectable()
export class ExpiredTracesService {
  constructor(private readonly database: DatabaseWriter) {}

  /** Finds the place before which traces of a project expire; null if none do because of age or number. */
  findBound(projectId: number, rule: ExpiryRule): Promise<TracePlace | null> {
    return findBound(this.database.manager, projectId, rule);
  }

  /** Forgets the figures of traces that sampling dropped before a place, with those that expired. */
  async forgetDropped(projectId: number, { startTime }: TracePlace): Promise<void> {
    await this.database.inTransaction((tx) =>
      forgetDropped(tx, projectId, { from: null, before: startTime }),
    );
  }

  /**
   * Returns the traces to delete because a project occupies more bytes than a limit; null if it fits.
   * @param bound place before which traces have already expired; null if none have.
   */
  async findExcess(
    projectId: number,
    maxBytes: number,
    bound: TracePlace | null,
  ): Promise<ExpiryRange | null> {
    await markUnmeasured(this.database.manager, [projectId]);
    const [size] = await readRolled<ProjectBytes>(this.database, sumProjectBytes([projectId]));
    const bytes = (size?.bytes ?? 0) - maxBytes;
    return bytes > 0 ? { after: bound && justBefore(bound), bound: null, bytes } : null;
  }

  /**
   * Deletes those of the next traces of a range that are not kept, in one transaction, with their
   * spans, annotations and empty sessions. Large traces first lose their spans in parts.
   * @returns what is left of the range; null if there is nothing.
   */
  async deleteNext(
    projectId: number,
    range: ExpiryRange,
    { keeps, limit, report, pace, signal }: StepOptions,
  ): Promise<ExpiryRange | null> {
    const bound = range.bound ?? LAST_PLACE;
    const place = { after: range.after, bound };
    const old = await listOldTraces(this.database.manager, projectId, place, keeps, limit);
    const next = await this.cutToBytes(cutStep(old, MAX_SPANS), range.bytes);
    const expired = next.traces.filter(({ isKept }) => !isKept);
    const part = { bound, keeps, limit: SPANS_OF_LARGE_TRACE };
    for (const { traceId } of expired.filter(({ spanCount }) => spanCount > part.limit)) {
      for (let spans = part.limit; spans > 0 && !signal.aborted;) {
        const start = performance.now();
        spans = await this.database.inTransaction(async (tx) => {
          const deleted = await deleteExpiredSpans(tx, projectId, traceId, part);
          await report(tx, { traces: 0, spans: deleted });
          return deleted;
        });
        pace.count(spans);
        await pace.pause(performance.now() - start, signal);
      }
    }
    if (signal.aborted) return range;
    const traceIds = expired.map(({ traceId }) => traceId);
    if (traceIds.length > 0) {
      await this.database.inTransaction(async (tx) => {
        await report(tx, await deleteExpired(tx, projectId, traceIds, bound, keeps));
      });
    }
    pace.count(countAtOnce(next.traces));
    const after = next.traces.at(-1);
    const isDone = !after || (next.bytes !== null && next.bytes <= 0);
    return isDone ? null : { after, bound: range.bound, bytes: next.bytes };
  }

  /** Returns the first traces that free this many bytes together, and how many are still to be freed. */
  private async cutToBytes(
    old: OldTrace[],
    bytes: number | null,
  ): Promise<{ traces: OldTrace[]; bytes: number | null }> {
    if (bytes === null) return { traces: old, bytes };
    const expired = old.filter(({ isKept }) => !isKept).map(({ traceId }) => traceId);
    const sizes = toSizes(await this.database.query<TraceBytes[]>(SELECT_TRACE_BYTES, [expired]));
    let left = bytes;
    const traces: OldTrace[] = [];
    for (const trace of old) {
      if (left <= 0) break;
      traces.push(trace);
      left -= sizes.get(trace.traceId) ?? 0;
    }
    return { traces, bytes: left };
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { pauseFor } from '../../database/pause-for.js';
import { inRetriedTransaction } from '../../database/retried-transaction.js';
import { cutStep, SPANS_OF_LARGE_TRACE } from '../expiry/cut-step.js';
import {
  dropSpans,
  dropTraces,
  keepTraces,
  type OutcomeCounts,
  type SeenTrace,
} from './dropped-traces.queries.js';
import type { DecidedTrace } from './sampled-traces.service.js';

export type { OutcomeCounts } from './dropped-traces.queries.js';

/** What to change in one transaction, so that it takes less than 100 ms. */
const MOST_SPANS = 1_000;
const MOST_TRACES = 200;

export interface CarryOutOptions {
  /** Is called in each transaction. */
  report: (tx: EntityManager, counts: OutcomeCounts) => Promise<void>;
  /** Ends the work between two transactions. */
  signal: AbortSignal;
}

/** Carries out what the rules of sampling decided. */
@Injectable()
export class DroppedTracesService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Notes why traces are kept, and deletes the others in steps, with a pause as long after each. Skips
   * those that have changed since. Repeating it does nothing twice.
   */
  async carryOut(
    projectId: number,
    decided: readonly DecidedTrace[],
    { report, signal }: CarryOutOptions,
  ): Promise<void> {
    const kept = decided.filter(({ outcome }) => outcome !== 'DROPPED');
    for (let at = 0; at < kept.length && !signal.aborted; at += MOST_TRACES) {
      const part = kept.slice(at, at + MOST_TRACES);
      await this.inStep(signal, async (tx) => report(tx, await keepTraces(tx, projectId, part)));
    }
    let left: SeenTrace[] = [];
    for (const trace of decided.filter(({ outcome }) => outcome === 'DROPPED')) {
      left.push(await this.dropSpansOfLarge(projectId, trace, { report, signal }));
    }
    while (left.length > 0 && !signal.aborted) {
      const part = cutStep(left.slice(0, MOST_TRACES), MOST_SPANS);
      await this.inStep(signal, async (tx) => report(tx, await dropTraces(tx, projectId, part)));
      left = left.slice(part.length);
    }
  }

  /** Deletes all but the last spans of a large trace. Returns what is left of it. */
  private async dropSpansOfLarge(
    projectId: number,
    { traceId, spanCount }: SeenTrace,
    { report, signal }: CarryOutOptions,
  ): Promise<SeenTrace> {
    let left = spanCount;
    while (left > SPANS_OF_LARGE_TRACE && !signal.aborted) {
      const trace = { traceId, spanCount: left };
      const deleted = await this.inStep(signal, async (tx) => {
        const spans = await dropSpans(tx, projectId, trace, SPANS_OF_LARGE_TRACE);
        await report(tx, new Map([['DROPPED', { traces: 0, spans }]]));
        return spans;
      });
      if (deleted === 0) break;
      left -= deleted;
    }
    return { traceId, spanCount: left };
  }

  private async inStep<T>(
    signal: AbortSignal,
    work: (tx: EntityManager) => Promise<T>,
  ): Promise<T> {
    const start = performance.now();
    const result = await inRetriedTransaction(this.dataSource, work);
    await pauseFor(performance.now() - start, signal);
    return result;
  }
}

import { Injectable } from '@nestjs/common';
import { DatabaseWriter, type Transaction } from '../../database/database-writer.js';
import { pauseAfter } from '../../kernel/time/pause-for.js';
import { cutStep, SPANS_OF_LARGE_TRACE } from '../expiry/cut-step.js';
import {
  dropTraces,
  keepTraces,
  type OutcomeCounts,
  type SeenTrace,
} from './dropped-traces.queries.js';
import { dropSpans, findLargeTrace, markDropped } from './large-traces.queries.js';
import type { DecidedTrace } from './sampled-traces.service.js';

export type { OutcomeCounts } from './dropped-traces.queries.js';

/** The most to change in one transaction, so that it takes less than 100 ms. */
const MAX_SPANS = 1_000;
const MAX_TRACES = 200;

export interface CarryOutOptions {
  /** Is called in each transaction. */
  report: (tx: Transaction, counts: OutcomeCounts) => Promise<void>;
  /** Ends the work between two transactions. */
  signal: AbortSignal;
}

/** Carries out what the rules of sampling decided. */
@Injectable()
export class DroppedTracesService {
  constructor(private readonly database: DatabaseWriter) {}

  /**
   * Notes why traces are kept, and deletes the others in steps, with a pause as long after each; large
   * ones with `finish`. Skips those that have changed since. Repeating it does nothing twice.
   */
  async carryOut(
    projectId: number,
    decided: readonly DecidedTrace[],
    { report, signal }: CarryOutOptions,
  ): Promise<void> {
    const kept = decided.filter(({ outcome }) => outcome !== 'DROPPED');
    for (let at = 0; at < kept.length && !signal.aborted; at += MAX_TRACES) {
      const part = kept.slice(at, at + MAX_TRACES);
      await this.inStep(signal, async (tx) => report(tx, await keepTraces(tx, projectId, part)));
    }
    const dropped = decided.filter(({ outcome }) => outcome === 'DROPPED');
    for (const trace of dropped.filter(isLarge)) {
      if (signal.aborted) return;
      await this.inStep(signal, async (tx) => report(tx, await markDropped(tx, projectId, trace)));
    }
    let left: SeenTrace[] = dropped.filter((trace) => !isLarge(trace));
    while (left.length > 0 && !signal.aborted) {
      const part = cutStep(left.slice(0, MAX_TRACES), MAX_SPANS);
      await this.inStep(signal, async (tx) => report(tx, await dropTraces(tx, projectId, part)));
      left = left.slice(part.length);
    }
  }

  /**
   * Deletes the spans of large traces that were decided about, on this server or another one. A trace
   * that cannot be deleted does not hold up the others. @throws the first error.
   */
  async finish(signal: AbortSignal): Promise<void> {
    const failures = new Map<string, unknown>();
    while (!signal.aborted) {
      const trace = await findLargeTrace(this.database.manager, [...failures.keys()]);
      if (!trace) break;
      try {
        await this.inStep(signal, (tx) => dropSpans(tx, trace, SPANS_OF_LARGE_TRACE));
      } catch (error) {
        failures.set(trace.traceId, error);
      }
    }
    const [failure] = failures.values();
    if (failure !== undefined) throw failure;
  }

  private async inStep<T>(signal: AbortSignal, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await this.database.inTransaction(work);
    await pauseAfter(performance.now() - start, 1, signal);
    return result;
  }
}

function isLarge({ spanCount }: SeenTrace): boolean {
  return spanCount > SPANS_OF_LARGE_TRACE;
}

import type { OldTrace } from './expired-traces.queries.js';

/** Traces with more spans are changed in parts of this size. */
export const SPANS_OF_LARGE_TRACE = 200;

/** The hooks with which a step reports its progress, and leaves time to others between its transactions. */
export interface StepPace {
  /** Counts spans that need not be looked at again. */
  count(spans: number): void;
  pause(tookMs: number, signal: AbortSignal): Promise<void>;
}

type StepTrace = Pick<OldTrace, 'spanCount'> & Partial<Pick<OldTrace, 'isKept'>>;

/**
 * Returns as many of the first traces as one transaction can change, with all of their spans, in
 * less than 100 ms. Those that are kept or large do not count.
 */
export function cutStep<Trace extends StepTrace>(
  traces: readonly Trace[],
  maxSpans: number,
): Trace[] {
  let spans = 0;
  const after = traces.findIndex(({ spanCount, isKept }, at) => {
    if (!isKept && spanCount <= SPANS_OF_LARGE_TRACE) spans += spanCount;
    return at > 0 && spans > maxSpans;
  });
  return traces.slice(0, after === -1 ? traces.length : after);
}

/** Counts the spans of traces that one transaction changed, and of those that are kept. */
export function countAtOnce(traces: readonly StepTrace[]): number {
  return traces
    .filter(({ spanCount, isKept }) => isKept || spanCount <= SPANS_OF_LARGE_TRACE)
    .reduce((sum, { spanCount }) => sum + spanCount, 0);
}

import { sendDocument } from '../../../lib/data/graphql-request.js';
import { RequestError } from '../../../lib/data/request-error.js';
import { type Direction, type SpanRun, toNextRun, toRunAround } from './span-runs.js';
import {
  AncestorsQuery,
  SPAN_PAGE_SIZE,
  SPANS_AROUND,
  SpansAroundQuery,
  TraceSpansQuery,
  TreeSpanQuery,
  type TreeSpan,
} from './trace-query.js';

/** The most spans whose ancestors one request returns. */
const MAX_IDS = 1000;

/** Reads the page next to a run. The returned run overlaps it. */
export async function readSpansBeside(
  traceId: string,
  run: SpanRun,
  direction: Direction,
  signal: AbortSignal,
): Promise<SpanRun | null> {
  const place =
    direction === 'forward'
      ? ({ after: run.lastCursor, dir: 'asc' } as const)
      : ({ after: run.firstCursor, dir: 'desc' } as const);
  const variables = { traceId, first: SPAN_PAGE_SIZE, ...place };
  const { getTraceByOtelId } = await sendDocument(TraceSpansQuery, variables, { signal });
  return toNextRun(run, direction, requireTrace(getTraceByOtelId).spans);
}

/** Reads the spans that began around a time; null if the trace has none. */
export async function readSpansAround(
  traceId: string,
  time: string,
  signal: AbortSignal,
): Promise<SpanRun | null> {
  const variables = { traceId, time, first: SPANS_AROUND };
  const { getTraceByOtelId } = await sendDocument(SpansAroundQuery, variables, { signal });
  const { before, after } = requireTrace(getTraceByOtelId);
  return toRunAround(before, after);
}

/** Reads the spans above the given ones, which are the sender’s IDs. */
export async function readAncestors(
  traceId: string,
  spanIds: readonly string[],
  signal: AbortSignal,
): Promise<readonly TreeSpan[]> {
  if (spanIds.length === 0) return [];
  const variables = { traceId, spanIds: spanIds.slice(0, MAX_IDS) };
  const { getTraceByOtelId } = await sendDocument(AncestorsQuery, variables, { signal });
  return requireTrace(getTraceByOtelId).ancestors;
}

/** Reads one span of a trace by its global ID; null if the trace does not have it. */
export async function readSpan(
  traceId: string,
  id: string,
  signal: AbortSignal,
): Promise<TreeSpan | null> {
  const { node } = await sendDocument(TreeSpanQuery, { id }, { signal });
  return node && 'context' in node && node.context.traceId === traceId ? node : null;
}

/** A trace can be deleted while it is shown. */
function requireTrace<T>(trace: T | null): T {
  if (trace) return trace;
  throw new RequestError('The trace has been deleted.');
}

import type pg from 'pg';
import type { Distributed } from '../../kernel/sql/distribution.js';
import type { TokenUsage } from '../../spans/token-usage.js';
import { readUsage } from './calculate-cost.js';
import {
  type CallCounts,
  type ChangedCall,
  lockTracesOfSpans,
  readCalls,
  readCallsByKey,
  readCallTrees,
  type StoredCall,
  type TraceOfCalls,
  writeCounts,
} from './calls.queries.js';
import { findCountingCalls } from './nested-calls.js';

/** A call of which it is settled what counts. */
export interface SettledCall extends StoredCall {
  /** Null if its sender reports no tokens. */
  usage: TokenUsage | null;
}

/** The spans of one trace that some spans are part of. */
type CountingCalls = Map<string, string | null>;

/**
 * Settles which calls count in the traces of some spans, and how many tokens they have. Several instrumentations
 * may report one call, of which only the outermost counts (docs/adr/0100-each-call-counts-once.md). Whichever of
 * them arrives last settles the others, too.
 *
 * Locks the traces, so it must run in a transaction.
 * @returns the calls among the spans, and those of which something else counts now.
 */
export async function settleCalls(
  client: Distributed<pg.ClientBase>,
  spanIds: readonly number[],
): Promise<SettledCall[]> {
  const traces = await lockTracesOfSpans(client, spanIds);
  const given = (await readCalls(client, spanIds)).map(withUsage);
  const { byTrace, others } = await findNested(client, traces, given);
  const changed: ChangedCall[] = [];
  const settled = [...given, ...others].map((call) => {
    const countedIn = byTrace.get(call.traceId)?.get(call.spanId) ?? null;
    const counts = toCounts(call.usage, countedIn);
    if (isChanged(call, counts)) changed.push({ call, counts });
    return { ...call, ...counts };
  });
  if (changed.length > 0) await writeCounts(client, changed);
  return settled;
}

/** @returns also the calls that were settled before, and of which this is no longer true. */
async function findNested(
  client: pg.ClientBase,
  traces: readonly TraceOfCalls[],
  given: readonly SettledCall[],
): Promise<{ byTrace: Map<string, CountingCalls>; others: SettledCall[] }> {
  const givenOf = Map.groupBy(given, ({ traceId }) => traceId);
  const traceIds = traces
    .filter(({ traceId, tokenSpanCount }) => mayNest(givenOf.get(traceId) ?? [], tokenSpanCount))
    .map(({ traceId }) => traceId);
  if (traceIds.length === 0) return { byTrace: new Map(), others: [] };
  const usages = new Map(given.map((call) => [keyOf(call), call.usage]));
  const spans = (await readCallTrees(client, traceIds)).map((span) => {
    const usage = usages.get(keyOf(span));
    return usage === undefined ? span : { ...span, hasTokens: hasTokens(usage) };
  });
  const byTrace = new Map(
    [...Map.groupBy(spans, ({ traceId }) => traceId)].map(([traceId, ofTrace]) => [
      traceId,
      findCountingCalls(ofTrace),
    ]),
  );
  const others = spans.filter((span) => {
    const counting = byTrace.get(span.traceId)!.get(span.spanId) ?? null;
    return counting !== span.countedIn && !usages.has(keyOf(span));
  });
  if (others.length === 0) return { byTrace, others: [] };
  return { byTrace, others: (await readCallsByKey(client, others)).map(withUsage) };
}

/** Most traces have one call, or some with the same parent, and arrive as a whole. */
function mayNest(given: readonly SettledCall[], tokenSpanCount: number | null): boolean {
  if (given.some(({ countedIn }) => countedIn !== null)) return true;
  const calls = given.filter(({ usage }) => hasTokens(usage));
  if (tokenSpanCount) return tokenSpanCount + calls.length > 1;
  return new Set(calls.map(({ parentId }) => parentId)).size > 1;
}

function withUsage(call: StoredCall): SettledCall {
  return { ...call, usage: readUsage(call.attributes) };
}

function hasTokens(usage: TokenUsage | null): boolean {
  return usage !== null && usage.prompt + usage.completion > 0;
}

function toCounts(usage: TokenUsage | null, countedIn: string | null): CallCounts {
  return countedIn === null
    ? {
        promptTokens: usage?.prompt ?? null,
        completionTokens: usage?.completion ?? null,
        countedIn,
      }
    : { promptTokens: null, completionTokens: null, countedIn };
}

function isChanged(call: CallCounts, counts: CallCounts): boolean {
  return (
    call.promptTokens !== counts.promptTokens ||
    call.completionTokens !== counts.completionTokens ||
    call.countedIn !== counts.countedIn
  );
}

function keyOf({ traceId, spanId }: { traceId: string; spanId: string }): string {
  return `${traceId}\0${spanId}`;
}

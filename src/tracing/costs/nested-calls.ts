import { type CallKind, isCallKind } from '../../spans/token-usage.js';

/** A span that is a call, or may stand between two calls. */
export interface CallTreeSpan {
  spanId: string;
  parentId: string | null;
  kind: string;
  /** Whether it reports tokens. */
  hasTokens: boolean;
}

/** Kinds that say nothing of what their spans are, so a call may go on below them. */
const PASSED = ['CHAIN', 'UNKNOWN'];

/**
 * Finds the calls of one trace that report the tokens of another call once more, because one instrumentation
 * sees what another one calls. The outermost call with tokens counts. It includes the calls of its kind below
 * it, down to the next span of another kind, such as a tool or an agent.
 * @returns for each call with tokens, the ID of the call that counts them; null if it does so itself.
 */
export function findCountingCalls(spans: readonly CallTreeSpan[]): Map<string, string | null> {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const found = new Map<string, string | null>();
  for (const [kind, calls] of Map.groupBy(spans, (span) => span.kind)) {
    if (!isCallKind(kind)) continue;
    const outermost = new Map<string, string | null>();
    for (const { spanId, hasTokens } of calls) {
      if (!hasTokens) continue;
      const counting = findOutermost(spanId, kind, byId, outermost);
      found.set(spanId, counting === spanId ? null : counting);
    }
  }
  return found;
}

/**
 * Finds the outermost call with tokens at or above a span. Remembers what it has found, so a trace is walked
 * once. Of parents that form a cycle, the last one is the outermost.
 */
function findOutermost(
  start: string,
  kind: CallKind,
  byId: ReadonlyMap<string, CallTreeSpan>,
  outermost: Map<string, string | null>,
): string | null {
  const path: CallTreeSpan[] = [];
  const seen = new Set<string>();
  let at = byId.get(start);
  while (at && !outermost.has(at.spanId) && !seen.has(at.spanId)) {
    if (at.kind !== kind && !PASSED.includes(at.kind)) break;
    seen.add(at.spanId);
    path.push(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  let counting = (at && outermost.get(at.spanId)) ?? null;
  for (const span of path.toReversed()) {
    if (counting === null && span.kind === kind && span.hasTokens) counting = span.spanId;
    outermost.set(span.spanId, counting);
  }
  return counting;
}

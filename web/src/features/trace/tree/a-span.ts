import type { TreeSpan } from '../api/trace-query.js';

function time(ms: number): string {
  return new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
}

/** A span for tests: `a` starts at `at` milliseconds and lasts `latencyMs`. */
export function aSpan(
  spanId: string,
  { at = 0, latencyMs = 10, ...fields }: Partial<TreeSpan> & { at?: number } = {},
): TreeSpan {
  return {
    id: `id-${spanId}`,
    spanId,
    parentId: null,
    name: spanId,
    spanKind: 'chain',
    statusCode: 'OK',
    startTime: time(at),
    endTime: time(at + (latencyMs ?? 0)),
    latencyMs,
    tokenCountTotal: null,
    isInternal: false,
    ...fields,
  };
}

import { toMicroseconds } from '../../../lib/time/time.js';
import type { TreeSpan } from '../api/trace-query.js';

/** Returns the next failed span by start time, or the first failed span. */
export function findNextFailed(
  spans: readonly TreeSpan[],
  afterId: string | undefined,
): TreeSpan | undefined {
  const failed = spans
    .filter((span) => span.statusCode === 'ERROR')
    .toSorted((a, b) => toMicroseconds(a.startTime) - toMicroseconds(b.startTime));
  const current = failed.findIndex((span) => span.id === afterId);
  return failed[current + 1] ?? failed[0];
}

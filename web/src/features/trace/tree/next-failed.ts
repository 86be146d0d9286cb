import { toMicroseconds } from '../../../lib/time/time.js';
import type { TreeSpan } from './span-tree.js';

/** The failed span that started after the given one, or the first failed span of all. */
export function nextFailed(
  spans: readonly TreeSpan[],
  afterId: string | undefined,
): TreeSpan | undefined {
  const failed = spans
    .filter((span) => span.statusCode === 'ERROR')
    .toSorted((a, b) => toMicroseconds(a.startTime) - toMicroseconds(b.startTime));
  const current = failed.findIndex((span) => span.id === afterId);
  return failed[current + 1] ?? failed[0];
}

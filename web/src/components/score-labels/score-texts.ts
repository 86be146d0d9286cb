import { formatScore } from '../../lib/format/numbers.js';

/** Which scores are better. */
export type Direction = 'MAXIMIZE' | 'MINIMIZE' | 'NONE';

/** The directions, in the order of forms. */
export const DIRECTIONS: readonly { value: Direction; label: string }[] = [
  { value: 'MAXIMIZE', label: 'Higher' },
  { value: 'MINIMIZE', label: 'Lower' },
  { value: 'NONE', label: 'Neither' },
];

/** Returns the scores within bounds: `0 to 1`, `at least 0`, or undefined for any. */
export function describeBounds(lower: number | null, upper: number | null): string | undefined {
  if (lower !== null && upper !== null) return `${formatScore(lower)} to ${formatScore(upper)}`;
  if (lower !== null) return `at least ${formatScore(lower)}`;
  if (upper !== null) return `at most ${formatScore(upper)}`;
  return undefined;
}

/** Returns labels with their scores for one line of text: `good (1), bad`. */
export function describeLabels(labels: readonly { label: string; score: number | null }[]): string {
  return labels
    .map(({ label, score }) => (score === null ? label : `${label} (${formatScore(score)})`))
    .join(', ');
}

import type { ScaleUnit } from '../../lib/format/measures.js';

/** The axis of values: its ends, and the values of its lines from bottom to top. */
export interface ValueScale {
  low: number;
  high: number;
  ticks: number[];
}

/** The most spaces between lines. */
const MAX_STEPS = 4;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Steps that read well from a second on; below and above, the first digit is 1, 2 or 5. */
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12, 24].map((count) => count * HOUR),
];

/** Returns an axis of round values that contains 0 and all values. */
export function buildScale(values: readonly number[], unit: ScaleUnit): ValueScale {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  const step = chooseStep((highest - lowest) / MAX_STEPS || 1 / MAX_STEPS, unit);
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    // Without the digits that multiplying adds: 3 * 0.1 is 0.30000000000000004.
    Number(((first + index) * step).toPrecision(12)),
  );
  return { low: ticks[0]!, high: ticks.at(-1)!, ticks };
}

/** Returns the smallest round step that is not below the least one. */
function chooseStep(least: number, unit: ScaleUnit): number {
  if (unit === 'ms' && least > SECOND / 2) {
    const found = TIME_STEPS.find((step) => step >= least);
    if (found !== undefined) return found;
  }
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].find((digit) => digit * power >= least * 0.999_999)! * power;
  return unit === 'whole' ? Math.max(1, step) : step;
}

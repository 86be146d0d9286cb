import type { ValueScale } from './value-scale.js';

/** The height of a drawing, in its own unit. It is stretched over the chart. */
export const HEIGHT = 100;

/**
 * Returns the path through values.
 * @param isBridged whether it crosses bins without a value. Otherwise, it ends there.
 */
export function drawLine(
  values: readonly (number | null)[],
  { low, high }: ValueScale,
  isBridged: boolean,
): string {
  let path = '';
  let isDrawing = false;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      isDrawing &&= isBridged;
      continue;
    }
    const y = round(HEIGHT * (1 - (value - low) / (high - low)));
    // A line of no length is a dot.
    path += isDrawing ? `L${index + 0.5} ${y}` : `M${index + 0.5} ${y}h0`;
    isDrawing = true;
  }
  return path;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

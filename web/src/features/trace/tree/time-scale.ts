import { toMicroseconds } from '../../../lib/time/time.js';
import type { SpanNode, SpanTree } from './span-tree.js';

/** The common scale of all timing bars, in microseconds since the epoch. */
export interface TimeScale {
  start: number;
  /** At least 1 µs, so that fractions can be computed. */
  length: number;
}

/** The position of a bar as fractions of the scale, 0 to 1. */
export interface BarPosition {
  offset: number;
  width: number;
}

/**
 * Returns a scale that covers every loaded span and the trace itself, so that pages loaded later
 * rarely stretch it.
 */
export function toTimeScale(
  tree: SpanTree,
  trace?: { startTime: string; endTime: string },
): TimeScale {
  let start = trace ? toMicroseconds(trace.startTime) : Number.NaN;
  let end = trace ? toMicroseconds(trace.endTime) : Number.NaN;
  for (const node of tree.byId.values()) {
    if (!(start <= node.start)) start = node.start;
    if (!(end >= node.end)) end = node.end;
  }
  if (Number.isNaN(start) || Number.isNaN(end)) return { start: 0, length: 1 };
  return { start, length: Math.max(end - start, 1) };
}

/** Returns the position of a span’s bar. A span without an end reaches the end of the scale. */
export function toBar(scale: TimeScale, { span, start, end }: SpanNode): BarPosition {
  return toBarOfTimes(scale, { start, end: span.endTime ? end : Infinity });
}

/** Returns the position of a bar between two times, of which the end may be infinite. */
export function toBarOfTimes(scale: TimeScale, times: { start: number; end: number }): BarPosition {
  const offset = (times.start - scale.start) / scale.length;
  const end = Number.isFinite(times.end) ? (times.end - scale.start) / scale.length : 1;
  return { offset, width: Math.max(end - offset, 0) };
}

/** Returns round times for the axis, in milliseconds from the start, from 0; at most `limit`. */
export function toTicks(scale: TimeScale, limit = 4): number[] {
  const total = scale.length / 1000;
  const rough = total / limit;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * magnitude).find((s) => s >= rough) ?? rough;
  const ticks: number[] = [];
  // Whole steps keep 0.1 + 0.2 out of the labels.
  for (let n = 0; n * step < total * 0.999 && n < limit + 1; n += 1) {
    ticks.push(Number((n * step).toPrecision(6)));
  }
  return ticks;
}

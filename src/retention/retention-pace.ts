import { pauseAfter } from '../kernel/time/pause-for.js';

/** How long it is measured before the pauses are chosen again. */
const WINDOW_MS = 5_000;

/** How many times the spans that arrive a run should delete, so that it ends. */
const WANTED = 2;
/** It pauses more if it is faster than wanted by this factor. */
const SPARE = 1.25;

/** How many times as long as a step took a run pauses after it. */
const MAX_PAUSES = 1;
const FIRST_PAUSES = 1 / 8;

/** The measured speed of a run. */
export interface MeasuredPace {
  /** Spans that it has looked at, and deleted unless they are kept. */
  spansPerSecond: number;
  /** New spans in the projects of its policy; null if that is unknown. */
  arrivingPerSecond: number | null;
  /** Whether it cannot keep up, although it does not pause. */
  isBehind: boolean;
}

/**
 * Decides how long a run pauses between its steps: as long as it works, but less if it would otherwise not keep
 * up with new spans. On a busy server, steps take longer without doing more, so pauses must not depend on them alone.
 */
export class RetentionPace {
  private pauses = MAX_PAUSES;
  private spans = 0;
  private since = performance.now();

  constructor(
    /** Returns how many spans have arrived since it was called last; null if that is unknown. */
    private readonly countArrivals: () => Promise<number | null>,
    private readonly report: (pace: MeasuredPace) => Promise<void>,
  ) {}

  /** Counts spans that the run need not look at again. */
  count(spans: number): void {
    this.spans += spans;
  }

  /** Leaves time to others after a step. */
  async pause(tookMs: number, signal: AbortSignal): Promise<void> {
    await pauseAfter(tookMs, this.pauses, signal);
    const elapsedMs = performance.now() - this.since;
    if (elapsedMs < WINDOW_MS || signal.aborted) return;
    const perSecond = (count: number): number => (count / elapsedMs) * 1000;
    const arrived = await this.countArrivals();
    const spansPerSecond = perSecond(this.spans);
    const arrivingPerSecond = arrived === null ? null : perSecond(arrived);
    [this.spans, this.since] = [0, performance.now()];
    const { pauses, isBehind } = adaptPauses(this.pauses, spansPerSecond, arrivingPerSecond ?? 0);
    this.pauses = pauses;
    await this.report({ spansPerSecond, arrivingPerSecond, isBehind });
  }
}

/** Chooses the pauses by what they led to. A run is behind if it is too slow without any. */
export function adaptPauses(
  pauses: number,
  spansPerSecond: number,
  arrivingPerSecond: number,
): { pauses: number; isBehind: boolean } {
  const wanted = arrivingPerSecond * WANTED;
  if (spansPerSecond < wanted) return { pauses: 0, isBehind: pauses === 0 };
  const hasTime = spansPerSecond >= wanted * SPARE;
  const longer = Math.min(MAX_PAUSES, Math.max(FIRST_PAUSES, pauses * 2));
  return { pauses: hasTime ? longer : pauses, isBehind: false };
}

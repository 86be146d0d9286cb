import { createContext, useContext, useMemo, useState } from 'react';
import type { Brush } from '../../../components/charts/brush.js';
import { chooseTimeBins, type TimeBins } from '../../../lib/time/time-bins.js';
import type { TimeRangeSearch } from '../../../lib/time/time-range.js';
import { getZoneOffset } from '../../../lib/time/time.js';
import { resolveRange, useFirstStart } from '../api/project-start.js';
import { useReloadOn } from '../../../lib/data/use-reload-on.js';

/** The time that all charts show, and how it is divided. */
export interface ChartPeriod {
  start: number;
  timeRange: { start: string; end: string };
  timeBinConfig: { scale: TimeBins['scale']; step: number; utcOffsetMinutes: number };
  /** How long a bin is. */
  binMs: number;
  /** How often the charts have moved on. */
  reading: number;
}

/** The scope that all charts of the page share. */
export interface ChartScope {
  projectId: string;
  /** The time range in the URL. */
  range: TimeRangeSearch;
  /** A condition on the traces that everything belongs to. */
  filter: string | undefined;
  period: ChartPeriod;
  /** Shows only the time between two moments, in milliseconds. */
  onZoom: (start: number, end: number) => void;
}

const ChartScopeContext = createContext<ChartScope | undefined>(undefined);

export const ChartScopeProvider = ChartScopeContext.Provider;

/** Returns what the charts around share. */
export function useChartScope(): ChartScope {
  const scope = useContext(ChartScopeContext);
  if (!scope) throw new Error('useChartScope must be used inside ChartScopeProvider');
  return scope;
}

/** The bins under the pointer, marked in all charts. Apart, because it changes with every move. */
export const BrushContext = createContext<{
  brush: Brush | undefined;
  onBrush: (brush: Brush | undefined) => void;
}>({ brush: undefined, onBrush: () => undefined });

/** The shortest time between two readings of all charts while new data arrives. */
const REST_MS = 30_000;

/**
 * Returns the period for a time range; undefined until it is known. It moves on when new data has
 * been stored, for all charts at once, so that their bins stay the same.
 * @param version changes whenever new data has been stored.
 */
export function usePeriod(
  id: string,
  range: TimeRangeSearch,
  version: number,
): ChartPeriod | undefined {
  const { isKnown, firstStart } = useFirstStart(id, range);
  const [reading, setReading] = useState(0);
  useReloadOn(version, () => setReading((count) => count + 1), REST_MS);
  const period = useMemo(
    () => ({ reading, ...buildPeriod(resolveRange(range, firstStart)) }),
    [range, firstStart, reading],
  );
  return isKnown ? period : undefined;
}

/** Divides a period into bins of the user’s time zone. */
function buildPeriod({ start, end }: { start: number; end: number }): Omit<ChartPeriod, 'reading'> {
  const { scale, step, ms } = chooseTimeBins(start, end);
  return {
    start,
    timeRange: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
    timeBinConfig: { scale, step, utcOffsetMinutes: Math.round(getZoneOffset(end) / 60_000) },
    binMs: ms,
  };
}

import { createContext, useContext } from 'react';
import type { Brush } from '../../../components/charts/brush.js';
import type { TimeRangeSearch } from '../../../lib/time/time-range.js';
import type { MetricsPeriod } from './use-period.js';

/** What all charts of the page share. */
export interface MetricsScope {
  projectId: string;
  /** The time range in the URL. */
  range: TimeRangeSearch;
  /** A condition on the traces that everything belongs to. */
  filter: string | undefined;
  period: MetricsPeriod;
  /** Shows only the time between two moments, in milliseconds. */
  onZoom: (start: number, end: number) => void;
}

const MetricsContext = createContext<MetricsScope | undefined>(undefined);

export const MetricsProvider = MetricsContext.Provider;

/** Returns what the charts around share. */
export function useMetrics(): MetricsScope {
  const scope = useContext(MetricsContext);
  if (!scope) throw new Error('useMetrics must be used inside MetricsProvider');
  return scope;
}

/** The bins under the pointer, marked in all charts. Apart, because it changes with every move. */
export const BrushContext = createContext<{
  brush: Brush | undefined;
  onBrush: (brush: Brush | undefined) => void;
}>({ brush: undefined, onBrush: () => undefined });

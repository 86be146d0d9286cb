import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Brush } from '../../../components/charts/brush.js';
import { toTimeRange } from '../../../lib/time/time-bins.js';
import { replaceTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import { useProject } from '../components/project-context.js';
import { ChartSkeleton } from './chart-card.js';
import { BrushContext, type ChartPeriod, ChartScopeProvider, usePeriod } from './chart-scope.js';

interface ChartsFrameProps {
  /** The time range in the URL. */
  range: TimeRangeSearch;
  /** A condition on the traces that everything belongs to. */
  filter?: string | undefined;
  children: ReactNode;
}

/** The period, zoom and pointed bins that the charts of a page share. */
export function ChartsFrame({ range, filter, children }: ChartsFrameProps) {
  const { id, version } = useProject();
  const navigate = useNavigate();
  const period = usePeriod(id, range, version);
  const start = period?.start ?? 0;
  const onZoom = useCallback(
    (from: number, to: number) =>
      // The browser goes back to the range before.
      void navigate({
        to: '.',
        search: (now) => replaceTimeRange(now, toTimeRange(from, to, start)),
      }),
    [navigate, start],
  );
  const scope = useMemo(
    () => period && { projectId: id, range, filter, period, onZoom },
    [id, range, filter, period, onZoom],
  );
  return scope ? (
    <ChartScopeProvider value={scope}>
      <SharedBrush period={scope.period}>{children}</SharedBrush>
    </ChartScopeProvider>
  ) : (
    <ChartSkeleton />
  );
}

/** Keeps the bins under the pointer, which are numbered from the start of a period. */
function SharedBrush({ period, children }: { period: ChartPeriod; children: ReactNode }) {
  const [held, setHeld] = useState<{ brush: Brush | undefined; period: ChartPeriod }>();
  const value = useMemo(
    () => ({
      brush: held?.period === period ? held.brush : undefined,
      onBrush: (brush: Brush | undefined) => setHeld({ brush, period }),
    }),
    [held, period],
  );
  return <BrushContext value={value}>{children}</BrushContext>;
}

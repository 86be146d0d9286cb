import { useNavigate } from '@tanstack/react-router';
import { ChartLine, Table2 } from 'lucide-react';
import { useContext, useMemo, useState } from 'react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import { hasValue } from '../../../components/charts/chart-series.js';
import { ChartTable } from '../../../components/charts/chart-table.js';
import { buildTimeAxis } from '../../../components/charts/time-axis.js';
import { TimeChart } from '../../../components/charts/time-chart.js';
import { toTimeRange } from '../../../lib/time/time-bins.js';
import { ChartCard } from './chart-card.js';
import type { SeriesData, SeriesDefinition } from './chart-definition.js';
import { BrushContext, useChartScope } from './chart-scope.js';
import { narrow, toLocation } from './list-target.js';

/** A chart over time. */
export function SeriesChart({ chart }: { chart: SeriesDefinition }) {
  const [isTable, setIsTable] = useState(false);
  return (
    <ChartCard
      chart={chart}
      isEmpty={({ kind = chart.kind, timestamps, series }) =>
        timestamps.every((_, index) => !hasValue(kind, series, index))
      }
      actions={
        <IconButton
          label={isTable ? `Show ${chart.title} as a chart` : `Show ${chart.title} as a table`}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? <ChartLine size={15} /> : <Table2 size={15} />}
        </IconButton>
      }
    >
      {(data, isPrevious) => (
        <Drawing chart={chart} data={data} isTable={isTable} isPrevious={isPrevious} />
      )}
    </ChartCard>
  );
}

interface DrawingProps {
  chart: SeriesDefinition;
  data: SeriesData;
  isTable: boolean;
  /** Whether the data is of an earlier period, with other bins. */
  isPrevious: boolean;
}

/** The data as a chart or as a table. */
function Drawing({ chart, data, isTable, isPrevious }: DrawingProps) {
  const scope = useChartScope();
  const { period, onZoom } = scope;
  const { brush, onBrush } = useContext(BrushContext);
  const navigate = useNavigate();
  const { binMs, start } = period;
  const axis = useMemo(() => buildTimeAxis(data.timestamps, binMs), [data, binMs]);
  const common = {
    label: chart.title,
    kind: data.kind ?? chart.kind,
    axis,
    series: data.series,
    format: data.format ?? chart.format,
  };
  if (isTable) return <ChartTable {...common} />;

  const endOf = (index: number) => axis.starts[index + 1] ?? axis.end;
  const open = (index: number, seriesKey: string | undefined) => {
    if (!chart.target) {
      onZoom(axis.starts[index]!, endOf(index));
      return;
    }
    const condition = seriesKey === undefined ? undefined : chart.filterOf?.(seriesKey);
    const range = toTimeRange(axis.starts[index]!, endOf(index), start);
    void navigate(toLocation(narrow(chart.target, condition), scope, range));
  };
  return (
    <TimeChart
      {...common}
      brush={isPrevious ? undefined : brush}
      onBrush={onBrush}
      onZoom={(first, last) => onZoom(axis.starts[first]!, endOf(last))}
      onOpen={open}
    />
  );
}

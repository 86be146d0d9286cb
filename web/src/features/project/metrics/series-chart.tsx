import { useInViewport } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { ChartLine, Table2 } from 'lucide-react';
import { useContext, useMemo, useState } from 'react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import { hasValue } from '../../../components/charts/chart-series.js';
import { ChartTable } from '../../../components/charts/chart-table.js';
import { buildTimeAxis } from '../../../components/charts/time-axis.js';
import { TimeChart } from '../../../components/charts/time-chart.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { toTimeRange } from '../../../lib/time/time-bins.js';
import { ChartCard, ChartSkeleton, EmptyChart, FailedChart } from './chart-card.js';
import classes from './chart-card.module.css';
import { narrow, toLocation } from './list-target.js';
import { BrushContext, useMetrics } from './metrics-context.js';
import type {
  ProjectAnswer,
  ProjectOf,
  SeriesData,
  SeriesDefinition,
} from './series-definition.js';

interface SeriesChartProps<Answer extends ProjectAnswer, Variables> {
  chart: SeriesDefinition<Answer, Variables>;
}

/** A chart over time, which is loaded when it is scrolled to. */
export function SeriesChart<Answer extends ProjectAnswer, Variables>({
  chart,
}: SeriesChartProps<Answer, Variables>) {
  const { projectId: id, filter = null, period } = useMetrics();
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [isTable, setIsTable] = useState(false);
  const { timeRange, timeBinConfig } = period;
  const answer = useGraphqlQuery(
    chart.document,
    chart.toVariables({ id, timeRange, timeBinConfig, traceFilterCondition: filter }),
    { enabled: inViewport, keepPrevious: true },
  );
  const project = readProject(answer.data);
  const data = useMemo(() => project && chart.read(project), [project, chart]);
  const kind = data?.kind ?? chart.kind;
  const isEmpty = data?.timestamps.every((_, index) => !hasValue(kind, data.series, index));

  return (
    <ChartCard
      title={chart.title}
      note={data?.note ?? chart.note}
      priced={data?.priced}
      target={chart.target}
      actions={
        data && !isEmpty ? (
          <IconButton
            label={isTable ? `Show ${chart.title} as a chart` : `Show ${chart.title} as a table`}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? <ChartLine size={15} /> : <Table2 size={15} />}
          </IconButton>
        ) : null
      }
    >
      <div ref={ref} className={answer.isPrevious ? classes.previous : undefined}>
        {data ? (
          isEmpty ? (
            <EmptyChart>{chart.empty}</EmptyChart>
          ) : (
            <Drawing chart={chart} data={data} isTable={isTable} isPrevious={answer.isPrevious} />
          )
        ) : answer.error ? (
          <FailedChart error={answer.error} onRetry={answer.reload} />
        ) : (
          <ChartSkeleton />
        )}
      </div>
    </ChartCard>
  );
}

interface DrawingProps<Answer extends ProjectAnswer, Variables> {
  chart: SeriesDefinition<Answer, Variables>;
  data: SeriesData;
  isTable: boolean;
  /** Whether the data is of an earlier period, with other bins. */
  isPrevious: boolean;
}

/** The data as a chart or as a table. */
function Drawing<Answer extends ProjectAnswer, Variables>(props: DrawingProps<Answer, Variables>) {
  const { chart, data, isTable, isPrevious } = props;
  const scope = useMetrics();
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

/** Returns the project in an answer; undefined if it has been deleted. */
export function readProject<Answer extends ProjectAnswer>(
  answer: Answer | undefined,
): ProjectOf<Answer> | undefined {
  return answer?.node.__typename === 'Project' ? (answer.node as ProjectOf<Answer>) : undefined;
}

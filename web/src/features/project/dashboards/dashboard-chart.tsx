import { useInViewport } from '@mantine/hooks';
import { useMemo } from 'react';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { ChartTotalsQuery } from '../api/chart-series.js';
import type { DashboardChart } from '../api/dashboards.js';
import { ChartCard, ChartSkeleton, EmptyChart, FailedChart } from '../metrics/chart-card.js';
import cardClasses from '../metrics/chart-card.module.css';
import { useMetrics } from '../metrics/metrics-context.js';
import { Ranking } from '../metrics/ranking.js';
import { readProject, SeriesChart } from '../metrics/series-chart.js';
import {
  defineChartRanking,
  defineChartSeries,
  describeGroups,
  getFormat,
  getTarget,
  toChartInput,
} from './chart-data.js';
import { describeChart, NOUNS } from './chart-options.js';
import classes from './dashboard-chart.module.css';

/** Draws a chart of a dashboard, which is loaded when it is scrolled to. */
export function DashboardChartView({ chart }: { chart: DashboardChart }) {
  switch (chart.kind) {
    case 'RANKING':
      return <RankingView chart={chart} />;
    case 'NUMBER':
      return <NumberView chart={chart} />;
    default:
      return <SeriesView chart={chart} />;
  }
}

interface ViewProps {
  chart: DashboardChart;
}

function SeriesView({ chart }: ViewProps) {
  const definition = useMemo(() => defineChartSeries(chart), [chart]);
  return <SeriesChart chart={definition} />;
}

function RankingView({ chart }: ViewProps) {
  const definition = useMemo(() => defineChartRanking(chart), [chart]);
  return <Ranking ranking={definition} />;
}

/** One number for the whole range. */
function NumberView({ chart }: ViewProps) {
  const { projectId: id, period } = useMetrics();
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { timeRange } = period;
  const answer = useGraphqlQuery(
    ChartTotalsQuery,
    { id, timeRange, chart: toChartInput(chart) },
    { enabled: inViewport, keepPrevious: true },
  );
  const data = readProject(answer.data)?.chartSeries;
  const format = getFormat(chart);
  // Without rows, there are none; a mean of none is nothing.
  const value = data?.groups[0]?.value ?? (format.isSum ? 0 : undefined);
  return (
    <ChartCard
      title={chart.title}
      note={data && describeGroups(chart, data)}
      priced={data?.pricedSpans}
      target={getTarget(chart)}
    >
      <div ref={ref} className={answer.isPrevious ? cardClasses.previous : undefined}>
        {data ? (
          value === undefined ? (
            <EmptyChart>No {NOUNS[chart.entity]} in this range that this chart counts.</EmptyChart>
          ) : (
            <p className={classes.number}>
              <span title={format.exact(value)}>{format.short(value)}</span>
              <small>{describeChart(chart)}</small>
            </p>
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

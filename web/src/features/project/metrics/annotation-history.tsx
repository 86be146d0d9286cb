import { useMemo } from 'react';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import type { TimeRangeSearch } from '../../../lib/time/time-range.js';
import { Charts, ChartSection } from '../charts/chart.js';
import { readProject } from '../charts/chart-definition.js';
import { useChartScope } from '../charts/chart-scope.js';
import { ChartsFrame } from '../charts/charts-frame.js';
import type { ProjectTab } from '../tabs.js';
import {
  defineAnnotation,
  defineScoreAndLabels,
  defineScores,
  MetricNamesQuery,
} from './annotation-charts.js';

const ANNOTATED_TABS = ['traces', 'spans', 'sessions'] as const;

/** The annotations of the project over time. Nothing if there are none in the range. */
export function AnnotationSection() {
  const { projectId: id, filter = null, period } = useChartScope();
  const { timeRange } = period;
  const { data } = useGraphqlQuery(
    MetricNamesQuery,
    { id, timeRange, traceFilterCondition: filter },
    { keepPrevious: true },
  );
  const charts = useMemo(() => {
    const project = readProject(data);
    // Sessions have traces of all kinds, so they do not follow a condition on traces.
    const tabs = ANNOTATED_TABS.filter((tab) => tab !== 'sessions' || filter === null);
    const groups = tabs
      .map((tab) => ({ tab, names: project?.[tab] ?? [] }))
      .filter(({ names }) => names.length > 0);
    return [
      ...groups.map(({ tab }) => defineScores(tab)),
      ...groups.flatMap(({ tab, names }) => names.map((name) => defineAnnotation(tab, name))),
    ];
  }, [data, filter]);
  return charts.length === 0 ? null : <ChartSection title="Annotations" charts={charts} />;
}

interface AnnotationHistoryProps {
  /** The kind of rows with the annotations. */
  tab: ProjectTab;
  /** Of the annotations. */
  name: string;
  range: TimeRangeSearch;
}

/** The mean score and the labels of an annotation of the project over time. */
export function AnnotationHistory({ tab, name, range }: AnnotationHistoryProps) {
  const charts = useMemo(() => defineScoreAndLabels(tab, name), [tab, name]);
  return (
    <ChartsFrame range={range}>
      <Charts charts={charts} />
    </ChartsFrame>
  );
}

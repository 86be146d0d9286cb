import { useMemo } from 'react';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import type { ProjectTab } from '../tabs.js';
import {
  defineAnnotation,
  MetricNamesQuery,
  SCORES_OF_SESSIONS,
  SCORES_OF_SPANS,
  SCORES_OF_TRACES,
} from './annotation-charts.js';
import { ChartSection } from './chart-section.js';
import { useMetrics } from './metrics-context.js';
import { readProject, SeriesChart } from './series-chart.js';

const SCORES = {
  traces: SCORES_OF_TRACES,
  spans: SCORES_OF_SPANS,
  sessions: SCORES_OF_SESSIONS,
} as const;

const ANNOTATED_TABS = ['traces', 'spans', 'sessions'] as const;

/** The annotations of the project over time. Nothing if there are none in the range. */
export function AnnotationSection() {
  const { projectId: id, filter = null, period } = useMetrics();
  const { timeRange } = period;
  const { data } = useGraphqlQuery(
    MetricNamesQuery,
    { id, timeRange, traceFilterCondition: filter },
    { keepPrevious: true },
  );
  const project = readProject(data);
  // Sessions have traces of all kinds, so they do not follow a condition on traces.
  const tabs = ANNOTATED_TABS.filter((tab) => tab !== 'sessions' || filter === null);
  const groups = tabs
    .map((tab) => ({ tab, names: project?.[tab] ?? [] }))
    .filter(({ names }) => names.length > 0);
  if (groups.length === 0) return null;
  return (
    <ChartSection title="Annotations">
      {groups.map(({ tab }) => (
        <SeriesChart key={tab} chart={SCORES[tab]} />
      ))}
      {groups.flatMap(({ tab, names }) =>
        names.map((name) => <AnnotationChart key={`${tab} ${name}`} tab={tab} name={name} />),
      )}
    </ChartSection>
  );
}

function AnnotationChart({ tab, name }: { tab: ProjectTab; name: string }) {
  const chart = useMemo(() => defineAnnotation(tab, name), [tab, name]);
  return <SeriesChart chart={chart} />;
}

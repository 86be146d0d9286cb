import { Anchor } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { useProject } from '../components/project-context.js';
import { AnnotationSection } from '../metrics/annotation-section.js';
import { ChartSection } from '../metrics/chart-section.js';
import {
  LLM_CALLS,
  LLM_ERRORS,
  SESSIONS,
  SPANS,
  TOOL_CALLS,
  TOOL_ERRORS,
  TRACES,
} from '../metrics/count-charts.js';
import { LLM_LATENCY, TRACE_LATENCY } from '../metrics/latency-charts.js';
import { MetricsFrame } from '../metrics/metrics-frame.js';
import { Ranking } from '../metrics/ranking.js';
import { MODELS_BY_COST, MODELS_BY_TOKENS } from '../metrics/model-rankings.js';
import { ERRORS, SLOWEST_SPANS, SLOWEST_TOOLS, TOP_USERS } from '../metrics/rankings.js';
import { SeriesChart } from '../metrics/series-chart.js';
import { COMPLETION_TOKENS, COST, PROMPT_TOKENS, TOKENS } from '../metrics/token-charts.js';
import classes from './metrics-page.module.css';
import { Toolbar } from '../../../components/layout/page.js';
import { useState } from 'react';
import { ConditionField } from '../../../components/filters/condition-field.js';
import { useConditionCheck, useFilterVocabulary } from '../api/conditions.js';
import { completeTerms } from '../query-bar/complete-terms.js';
import { findBar } from '../query-bar/query.js';

const route = getRouteApi('/projects/$projectId/metrics');

/** The charts of a project. */
export function MetricsPage() {
  const { id } = useProject();
  const search = route.useSearch();
  const { filter } = search;
  const range = useTimeRange(search);
  const navigate = useNavigate();
  return (
    <>
      <Toolbar>
        <MetricsFilter
          projectId={id}
          filter={filter}
          onApply={(next) =>
            void navigate({ to: '.', search: (now) => ({ ...now, filter: next }), replace: true })
          }
        />
        <Anchor component={Link} to={`/projects/${id}/coding-agents`} inherit>
          Coding agents
        </Anchor>
      </Toolbar>
      <MetricsFrame range={range} filter={filter}>
        <Charts />
      </MetricsFrame>
    </>
  );
}

function Charts() {
  return (
    <ScrollRegion label="Metrics" className={classes.scroller}>
      <ChartSection title="Traffic">
        <SeriesChart chart={TRACES} />
        <SeriesChart chart={SPANS} />
        <SeriesChart chart={SESSIONS} />
        <Ranking ranking={TOP_USERS} />
      </ChartSection>
      <ChartSection title="Errors">
        <Ranking ranking={ERRORS} />
        <SeriesChart chart={LLM_ERRORS} />
        <SeriesChart chart={TOOL_ERRORS} />
      </ChartSection>
      <ChartSection title="Latency">
        <SeriesChart chart={TRACE_LATENCY} />
        <SeriesChart chart={LLM_LATENCY} />
        <Ranking ranking={SLOWEST_SPANS} />
        <Ranking ranking={SLOWEST_TOOLS} />
      </ChartSection>
      <ChartSection title="Cost and tokens">
        <SeriesChart chart={COST} />
        <Ranking ranking={MODELS_BY_COST} />
        <SeriesChart chart={TOKENS} />
        <Ranking ranking={MODELS_BY_TOKENS} />
        <SeriesChart chart={PROMPT_TOKENS} />
        <SeriesChart chart={COMPLETION_TOKENS} />
      </ChartSection>
      <ChartSection title="Models and tools">
        <SeriesChart chart={LLM_CALLS} />
        <SeriesChart chart={TOOL_CALLS} />
      </ChartSection>
      <AnnotationSection />
    </ScrollRegion>
  );
}

interface MetricsFilterProps {
  projectId: string;
  /** The applied condition. */
  filter: string | undefined;
  onApply: (filter: string | undefined) => void;
}

/** The condition on traces that all charts follow. */
function MetricsFilter({ projectId, filter = '', onApply }: MetricsFilterProps) {
  const check = useConditionCheck(projectId, 'traces');
  const [isUsed, setIsUsed] = useState(false);
  const terms = useFilterVocabulary(projectId, 'traces', isUsed);
  return (
    <ConditionField
      label="Filter all charts by traces"
      placeholder="A condition on traces, such as metadata['env'] == 'prod'"
      value={filter}
      isCovered={false}
      check={check}
      complete={(text, cursor, recent) =>
        // Charts have no search for words.
        completeTerms(text, cursor, { tab: 'traces', terms, recent }).filter(
          ({ insert }) => findBar(insert) === -1,
        )
      }
      historyKey={`project.${projectId}.metrics.conditions`}
      onApply={(typed) => onApply(typed.trim() || undefined)}
      onFocus={() => setIsUsed(true)}
    />
  );
}

import { Anchor } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { SquareTerminal } from 'lucide-react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { TimeRangeControl } from '../../../components/filters/time-range-control.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { replaceTimeRange } from '../../../lib/time/time-range.js';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { ChartTotalsQuery } from '../api/chart-series.js';
import {
  COST_BY_MODEL,
  COST_BY_PERSON,
  EDITS,
  LINES,
  OF_AGENTS,
  TOOLS_BY_CALLS,
  TOOLS_BY_FAILURES,
  TURN_COUNT,
} from '../coding-agents/agent-charts.js';
import { useProject } from '../components/project-context.js';
import { ChartSection } from '../metrics/chart-section.js';
import {
  LLM_CALLS,
  LLM_ERRORS,
  SESSIONS,
  TOOL_CALLS,
  TOOL_ERRORS,
  TRACES,
} from '../metrics/count-charts.js';
import { useMetrics } from '../metrics/metrics-context.js';
import { MetricsFrame } from '../metrics/metrics-frame.js';
import { MODELS_BY_COST } from '../metrics/model-rankings.js';
import { Ranking } from '../metrics/ranking.js';
import { ERRORS, SLOWEST_TOOLS, TOOL_DECISIONS, TOP_USERS } from '../metrics/rankings.js';
import { readProject, SeriesChart } from '../metrics/series-chart.js';
import { TOKENS } from '../metrics/token-charts.js';
import classes from './metrics-page.module.css';
import { Toolbar } from '../../../components/layout/page.js';

const route = getRouteApi('/projects/$projectId/coding-agents');

/** What coding agents did in a project: who used them, what that cost, and what became of their tool calls. */
export function CodingAgentsPage() {
  const { id } = useProject();
  const range = useTimeRange(route.useSearch());
  const navigate = useNavigate({ from: '/projects/$projectId/coding-agents' });
  return (
    <>
      <Toolbar>
        <p className={classes.about}>
          Turns of coding agents. To send more, run <code>npx spandrel connect</code> where they
          run, or see{' '}
          <Anchor component={Link} to={`/projects/${id}/metrics`} inherit underline="always">
            all metrics
          </Anchor>
          .
        </p>
        <TimeRangeControl
          value={range}
          onChange={(next) =>
            void navigate({ search: (now) => replaceTimeRange(now, next), replace: true })
          }
        />
      </Toolbar>
      <MetricsFrame range={range} filter={OF_AGENTS}>
        <ScrollRegion label="Coding agents" className={classes.scroller}>
          <Charts />
        </ScrollRegion>
      </MetricsFrame>
    </>
  );
}

/** Without turns, there may still be metrics. */
function Charts() {
  const { projectId: id, period } = useMetrics();
  const { timeRange } = period;
  const { data } = useGraphqlQuery(
    ChartTotalsQuery,
    { id, timeRange, chart: TURN_COUNT },
    { keepPrevious: true },
  );
  const hasNoTurns = readProject(data)?.chartSeries.groups.length === 0;
  return (
    <>
      {hasNoTurns ? (
        <EmptyState icon={SquareTerminal} title="No turns of coding agents in this range">
          Run <code>npx spandrel connect</code> where Claude Code, Codex, Gemini CLI, Qwen Code,
          Copilot CLI or opencode runs. It shows what it changes, and each turn is a trace here from
          then on.
        </EmptyState>
      ) : (
        <TurnCharts />
      )}
      <ChartSection title="Edits">
        <SeriesChart chart={EDITS} />
        <SeriesChart chart={LINES} />
      </ChartSection>
    </>
  );
}

function TurnCharts() {
  return (
    <>
      <ChartSection title="People and sessions">
        <Ranking ranking={TOP_USERS} />
        <SeriesChart chart={SESSIONS} />
        <SeriesChart chart={TRACES} />
      </ChartSection>
      <ChartSection title="Cost and tokens">
        <SeriesChart chart={COST_BY_PERSON} />
        <SeriesChart chart={COST_BY_MODEL} />
        <Ranking ranking={MODELS_BY_COST} />
        <SeriesChart chart={TOKENS} />
        <SeriesChart chart={LLM_CALLS} />
      </ChartSection>
      <ChartSection title="Tools">
        <Ranking ranking={TOOL_DECISIONS} />
        <Ranking ranking={TOOLS_BY_CALLS} />
        <Ranking ranking={TOOLS_BY_FAILURES} />
        <Ranking ranking={SLOWEST_TOOLS} />
        <SeriesChart chart={TOOL_CALLS} />
        <SeriesChart chart={TOOL_ERRORS} />
      </ChartSection>
      <ChartSection title="Errors">
        <Ranking ranking={ERRORS} />
        <SeriesChart chart={LLM_ERRORS} />
      </ChartSection>
    </>
  );
}

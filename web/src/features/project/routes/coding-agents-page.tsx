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
import { EDIT_CHARTS, OF_AGENTS, TURN_CHARTS, TURN_COUNT } from '../coding-agents/agent-charts.js';
import { useProject } from '../components/project-context.js';
import { ChartSection } from '../charts/chart.js';
import { readProject } from '../charts/chart-definition.js';
import { useChartScope } from '../charts/chart-scope.js';
import { ChartsFrame } from '../charts/charts-frame.js';
import classes from './metrics-page.module.css';
import { Toolbar } from '../../../components/layout/page.js';

const route = getRouteApi('/projects/$projectId/coding-agents');

/** The charts of coding agents in a project: their users, costs and tool calls. */
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
      <ChartsFrame range={range} filter={OF_AGENTS}>
        <ScrollRegion label="Coding agents" className={classes.scroller}>
          <Charts />
        </ScrollRegion>
      </ChartsFrame>
    </>
  );
}

/** Without turns, there may still be metrics. */
function Charts() {
  const { projectId: id, period } = useChartScope();
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
          Copilot CLI or opencode runs. It shows what it changes. From then on, each turn becomes a
          trace here.
        </EmptyState>
      ) : (
        TURN_CHARTS.map((section) => <ChartSection key={section.title} {...section} />)
      )}
      <ChartSection {...EDIT_CHARTS} />
    </>
  );
}

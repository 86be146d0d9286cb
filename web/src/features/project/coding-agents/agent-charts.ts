import { joinConditions } from '../../../lib/filter-language/write-condition.js';
import type { DashboardChart } from '../api/dashboards.js';
import type { ChartGroup } from '../charts/chart.js';
import { defineDashboardChart } from '../dashboards/chart-data.js';
import { NEW_CHART } from '../dashboards/templates.js';
import {
  LLM_CALLS,
  LLM_ERRORS,
  SESSIONS,
  TOOL_CALLS,
  TOOL_ERRORS,
  TRACES,
} from '../metrics/count-charts.js';
import { MODELS_BY_COST } from '../metrics/model-rankings.js';
import { ERRORS, SLOWEST_TOOLS, TOOL_DECISIONS, TOP_USERS } from '../metrics/rankings.js';
import { TOKENS } from '../metrics/token-charts.js';

/** All spans of coding agents have this attribute, also the roots of their turns. */
export const OF_AGENTS = "attributes['coding_agent']['name'] is not None";

const TOOLS = joinConditions(OF_AGENTS, "span_kind == 'TOOL'") ?? null;

const chart = (title: string, parts: Partial<DashboardChart>) =>
  defineDashboardChart({
    ...NEW_CHART,
    title,
    kind: 'STACKED_BARS',
    groupLimit: 10,
    ...parts,
  });

const toolRanking = (title: string, aggregation: DashboardChart['aggregation']) =>
  chart(title, {
    entity: 'SPANS',
    kind: 'RANKING',
    aggregation,
    groupBy: 'ATTRIBUTE',
    attribute: 'tool.name',
    condition: TOOLS,
  });

/** A metric of Claude Code, which tells what no span says. */
const metric = (title: string, name: string, attribute: string) => ({
  ...chart(title, {
    entity: 'METRICS',
    metric: name,
    aggregation: 'SUM',
    groupBy: 'ATTRIBUTE',
    attribute,
  }),
  empty: `No points of ${name} in this range. Claude Code sends it after npx spandrel connect.`,
});

/** The charts of what agents did, if there are turns. */
export const TURN_CHARTS: readonly ChartGroup[] = [
  { title: 'People and sessions', charts: [TOP_USERS, SESSIONS, TRACES] },
  {
    title: 'Cost and tokens',
    charts: [
      chart('Cost by person', {
        aggregation: 'SUM',
        measure: 'COST',
        groupBy: 'USER',
        condition: OF_AGENTS,
      }),
      chart('Cost by model', {
        entity: 'SPANS',
        aggregation: 'SUM',
        measure: 'COST',
        groupBy: 'MODEL',
        condition: OF_AGENTS,
      }),
      MODELS_BY_COST,
      TOKENS,
      LLM_CALLS,
    ],
  },
  {
    title: 'Tools',
    charts: [
      TOOL_DECISIONS,
      toolRanking('Tools by calls', 'COUNT'),
      toolRanking('Tools by failures', 'FAILED_COUNT'),
      SLOWEST_TOOLS,
      TOOL_CALLS,
      TOOL_ERRORS,
    ],
  },
  { title: 'Errors', charts: [ERRORS, LLM_ERRORS] },
];

/** The chart of accepted and rejected edits, which Claude Code reports even without turns. */
export const EDIT_CHARTS: ChartGroup = {
  title: 'Edits',
  charts: [
    metric('Edits by decision', 'claude_code.code_edit_tool.decision', 'decision'),
    metric('Lines of code by type', 'claude_code.lines_of_code.count', 'type'),
  ],
};

/** How many turns there are. */
export const TURN_COUNT = {
  entity: 'TRACES',
  kind: 'NUMBER',
  aggregation: 'COUNT',
  groupLimit: 1,
  condition: OF_AGENTS,
} as const;

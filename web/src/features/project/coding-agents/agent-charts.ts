import { joinConditions } from '../../../lib/filter-language/write-condition.js';
import type { DashboardChart } from '../api/dashboards.js';
import { defineChartRanking, defineChartSeries } from '../dashboards/chart-data.js';
import { NEW_CHART } from '../dashboards/templates.js';

/** All spans of coding agents have this attribute, also the roots of their turns. */
export const OF_AGENTS = "attributes['coding_agent']['name'] is not None";

const TOOLS = joinConditions(OF_AGENTS, "span_kind == 'TOOL'") ?? null;

const chart = (title: string, parts: Partial<DashboardChart>): DashboardChart => ({
  ...NEW_CHART,
  title,
  kind: 'STACKED_BARS',
  groupLimit: 10,
  ...parts,
});

/** A metric of Claude Code, which tells what no span says. */
const metric = (title: string, name: string, attribute: string) => ({
  ...defineChartSeries(
    chart(title, {
      entity: 'METRICS',
      metric: name,
      aggregation: 'SUM',
      groupBy: 'ATTRIBUTE',
      attribute,
    }),
  ),
  empty: `No points of ${name} in this range. Claude Code sends it after npx spandrel connect.`,
});

export const COST_BY_PERSON = defineChartSeries(
  chart('Cost by person', {
    aggregation: 'SUM',
    measure: 'COST',
    groupBy: 'USER',
    condition: OF_AGENTS,
  }),
);

export const COST_BY_MODEL = defineChartSeries(
  chart('Cost by model', {
    entity: 'SPANS',
    aggregation: 'SUM',
    measure: 'COST',
    groupBy: 'MODEL',
    condition: OF_AGENTS,
  }),
);

export const TOOLS_BY_CALLS = defineChartRanking(
  chart('Tools by calls', {
    entity: 'SPANS',
    kind: 'RANKING',
    groupBy: 'ATTRIBUTE',
    attribute: 'tool.name',
    condition: TOOLS,
  }),
);

export const TOOLS_BY_FAILURES = defineChartRanking(
  chart('Tools by failures', {
    entity: 'SPANS',
    kind: 'RANKING',
    aggregation: 'FAILED_COUNT',
    groupBy: 'ATTRIBUTE',
    attribute: 'tool.name',
    condition: TOOLS,
  }),
);

export const EDITS = metric('Edits by decision', 'claude_code.code_edit_tool.decision', 'decision');

export const LINES = metric('Lines of code by type', 'claude_code.lines_of_code.count', 'type');

/** How many turns there are. */
export const TURN_COUNT = {
  entity: 'TRACES',
  kind: 'NUMBER',
  aggregation: 'COUNT',
  groupLimit: 1,
  condition: OF_AGENTS,
} as const;

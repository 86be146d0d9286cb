import type { DashboardChart } from '../api/dashboards.js';

/** The chart that the editor starts with. */
export const NEW_CHART: DashboardChart = {
  title: '',
  width: 'HALF',
  entity: 'TRACES',
  kind: 'LINES',
  aggregation: 'COUNT',
  measure: null,
  metric: null,
  annotation: null,
  groupBy: null,
  attribute: null,
  groupLimit: 6,
  condition: null,
};

/** A dashboard to start from. */
export interface DashboardTemplate {
  name: string;
  description: string;
  charts: readonly DashboardChart[];
}

const chart = (title: string, parts: Partial<DashboardChart>): DashboardChart => ({
  ...NEW_CHART,
  title,
  ...parts,
});

export const TEMPLATES: readonly DashboardTemplate[] = [
  {
    name: 'Cost and use',
    description: 'What is used, by whom, and what it costs.',
    charts: [
      chart('Total cost', { kind: 'NUMBER', aggregation: 'SUM', measure: 'COST' }),
      chart('Traces', { kind: 'NUMBER' }),
      chart('Cost by model', {
        entity: 'SPANS',
        kind: 'STACKED_BARS',
        aggregation: 'SUM',
        measure: 'COST',
        groupBy: 'MODEL',
        width: 'FULL',
      }),
      chart('Tokens by model', {
        entity: 'SPANS',
        kind: 'STACKED_BARS',
        aggregation: 'SUM',
        measure: 'TOTAL_TOKENS',
        groupBy: 'MODEL',
      }),
      chart('Users by cost', {
        kind: 'RANKING',
        aggregation: 'SUM',
        measure: 'COST',
        groupBy: 'USER',
        groupLimit: 10,
      }),
      chart('Sessions', { entity: 'SESSIONS', kind: 'STACKED_BARS' }),
      chart('Traces by name', { kind: 'STACKED_BARS', groupBy: 'NAME' }),
    ],
  },
  {
    name: 'Quality and failures',
    description: 'What fails, what is slow, and where.',
    charts: [
      chart('Error rate', { kind: 'NUMBER', aggregation: 'ERROR_RATE' }),
      chart('95% of traces take at most', {
        kind: 'NUMBER',
        aggregation: 'P95',
        measure: 'LATENCY_MS',
      }),
      chart('Failed spans by name', {
        entity: 'SPANS',
        kind: 'STACKED_BARS',
        aggregation: 'FAILED_COUNT',
        groupBy: 'NAME',
        width: 'FULL',
      }),
      chart('Error rate by name', { aggregation: 'ERROR_RATE', groupBy: 'NAME' }),
      chart('Latency of model calls', {
        entity: 'SPANS',
        aggregation: 'P95',
        measure: 'LATENCY_MS',
        groupBy: 'MODEL',
        condition: "span_kind == 'LLM'",
      }),
      chart('Slowest spans', {
        entity: 'SPANS',
        kind: 'RANKING',
        aggregation: 'P95',
        measure: 'LATENCY_MS',
        groupBy: 'NAME',
        groupLimit: 10,
      }),
      chart('Failed traces by user', {
        kind: 'RANKING',
        aggregation: 'FAILED_COUNT',
        groupBy: 'USER',
        groupLimit: 10,
      }),
    ],
  },
];

/** Charts, in bins of two hours unless they are about the whole range. */
const CHARTS: readonly [string, object][] = [
  ['spans', {}],
  ['calls grouped by model', { groupBy: 'MODEL', condition: "span_kind == 'LLM'" }],
  ['spans grouped by user', { groupBy: 'USER' }],
  ['spans grouped by an attribute', { groupBy: 'ATTRIBUTE', attribute: 'metadata.release' }],
  ['error rate by name', { aggregation: 'ERROR_RATE', groupBy: 'NAME' }],
  ['95th percentile of spans', { aggregation: 'P95', measure: 'LATENCY_MS' }],
  [
    '95th percentile of spans by model',
    {
      aggregation: 'P95',
      measure: 'LATENCY_MS',
      groupBy: 'MODEL',
      condition: "span_kind == 'LLM'",
    },
  ],
  ['cost by model', { aggregation: 'SUM', measure: 'COST', groupBy: 'MODEL' }],
  [
    'mean score of spans by name',
    { aggregation: 'MEAN_SCORE', annotation: 'quality', groupBy: 'NAME' },
  ],
  [
    'ranking of users by cost',
    { entity: 'TRACES', kind: 'RANKING', aggregation: 'SUM', measure: 'COST', groupBy: 'USER' },
  ],
  [
    'traces grouped by an attribute',
    { entity: 'TRACES', groupBy: 'ATTRIBUTE', attribute: 'metadata.release' },
  ],
  ['error rate of sessions', { entity: 'SESSIONS', aggregation: 'ERROR_RATE' }],
];

const BUDGET_MS = 500;
const DAY_MS = 86_400_000;

const QUERY = `query ($id: ID!, $chart: ChartInput!, $range: TimeRange!, $bins: TimeBinConfig) {
  node(id: $id) { ... on Project {
    chartSeries(chart: $chart, timeRange: $range, timeBinConfig: $bins) {
      bins otherCount groups { key isOther value values } } } } }`;

interface ChartCall {
  path: string;
  body: { query: string; variables: Record<string, unknown> };
}

/**
 * Returns the reads of charts of a project: name, calls, budget, and the call whose plan to check.
 * @param days how much time the charts show.
 * @param plannedDays how much of it that call asks for.
 */
export function chartReads(
  id: string,
  days: number,
  plannedDays: number,
): [string, ChartCall[], number, ChartCall][] {
  return CHARTS.map(([name, given]) => {
    const chart = { entity: 'SPANS', kind: 'LINES', aggregation: 'COUNT', ...given };
    const call = (length: number): ChartCall => {
      const range = { start: new Date(Date.now() - length * DAY_MS).toISOString() };
      const variables = { id, chart, range, bins: { scale: 'HOUR', step: 2 } };
      return { path: '/graphql', body: { query: QUERY, variables } };
    };
    return [`chart: ${name}`, [call(days)], BUDGET_MS, call(plannedDays)];
  });
}

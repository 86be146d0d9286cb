import type { RestClient } from './rest-client.ts';

const PROJECT = 'support-chat';
const NAME = 'Support desk';

/** The fields that the charts share; each states only its differences. */
const CHART = { entity: 'TRACES', kind: 'LINES', aggregation: 'COUNT' };

const CHARTS = [
  { title: 'Conversations', kind: 'NUMBER', entity: 'SESSIONS' },
  { title: 'Error rate', kind: 'NUMBER', aggregation: 'ERROR_RATE' },
  {
    title: 'Cost by model',
    entity: 'SPANS',
    kind: 'STACKED_BARS',
    aggregation: 'SUM',
    measure: 'COST',
    groupBy: 'MODEL',
    width: 'FULL',
  },
  { title: 'Feedback', aggregation: 'MEAN_SCORE', annotation: 'user_feedback' },
  { title: 'Latency of answers', aggregation: 'P95', measure: 'LATENCY_MS' },
  { title: 'Users', kind: 'RANKING', groupBy: 'USER' },
  { title: 'Spans by kind', entity: 'SPANS', kind: 'STACKED_BARS', groupBy: 'SPAN_KIND' },
];

/** Creates a dashboard unless it exists. Returns whether it did. */
export async function sendDashboard(rest: RestClient): Promise<boolean> {
  const { getProjectByName: project } = await rest.graphql<{
    getProjectByName: { id: string; dashboards: { name: string }[] } | null;
  }>(`query ($name: String!) { getProjectByName(name: $name) { id dashboards { name } } }`, {
    name: PROJECT,
  });
  if (!project || project.dashboards.some(({ name }) => name === NAME)) return false;
  const input = {
    projectId: project.id,
    name: NAME,
    description: 'What the support desk costs, and what its users think of it.',
    isShared: true,
    charts: CHARTS.map((chart) => ({ ...CHART, ...chart })),
  };
  await rest.graphql(
    'mutation ($input: CreateDashboardInput!) { createDashboard(input: $input) { __typename } }',
    { input },
  );
  return true;
}

import { screen, within } from '@testing-library/react/pure';
import { answer } from '../../../testing/answers.js';
import { link } from '../../../testing/elements.js';
import { CHARTED_DAY, withTab } from '../../../testing/factories/charts.js';
import { NO_COSTS } from '../../../testing/factories/costs.js';
import { aGroup, charted } from '../../../testing/factories/dashboards.js';
import { projectFrame } from '../../../testing/factories/project-frame.js';
import { PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderPage } from '../../../testing/render-page.js';
import { ChartSeriesQuery, ChartTotalsQuery } from '../api/chart-series.js';
import { OF_AGENTS } from '../coding-agents/agent-charts.js';
import { CountsQuery } from '../metrics/count-charts.js';
import { ModelsQuery } from '../metrics/model-rankings.js';
import { ERRORS, SlowestQuery, TOOL_DECISIONS, TOP_USERS } from '../metrics/rankings.js';
import { TOKENS } from '../metrics/token-charts.js';

const NOTHING = { data: [] };
const DAY = `timeRangeStart=${CHARTED_DAY.timeRangeStart}&timeRangeEnd=${CHARTED_DAY.timeRangeEnd}`;

const ANSWERS = [
  ...projectFrame({ viewerRole: 'MANAGER' }),
  answer(CountsQuery, (asked) => ({ node: withTab(asked, NOTHING) })),
  answer(TOKENS.document, { node: { ...PROJECT, tokens: NOTHING } }),
  answer(TOP_USERS.document, { node: { ...PROJECT, rows: [] } }),
  answer(ERRORS.document, { node: { ...PROJECT, rows: [] } }),
  answer(SlowestQuery, { node: { ...PROJECT, tools: [] } }),
  answer(TOOL_DECISIONS.document, {
    node: { ...PROJECT, rows: [{ tool: 'Edit', acceptedCount: 3, rejectedCount: 1 }] },
  }),
  answer(ModelsQuery, {
    node: { ...PROJECT, byCost: [], unpricedModels: [], costSummary: NO_COSTS },
  }),
];

const open = (...groups: ReturnType<typeof aGroup>[]) =>
  renderPage(`/projects/${PROJECT_ID}/coding-agents?${DAY}`, [...ANSWERS, ...charted(...groups)]);
const titles = () =>
  within(screen.getByRole('region', { name: 'Coding agents' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('the page of coding agents', () => {
  it('shows people, sessions, costs, decisions, tools and edits', async () => {
    const page = await open(aGroup('ada', 3));
    expect(titles()).toEqual([
      'Top users',
      'Active sessions',
      'Traces',
      'Cost by person',
      'Cost by model',
      'Top models by cost',
      'Tokens',
      'LLM calls',
      'Decisions about tools',
      'Tools by calls',
      'Tools by failures',
      'Slowest tools',
      'Tool calls',
      'Failed tool calls',
      'Errors by message',
      'Failed LLM calls',
      'Edits by decision',
      'Lines of code by type',
    ]);
    screen.getByText('3 accepted');
    screen.getByText('1 rejected');
    const asked = [...page.sent(ChartSeriesQuery), ...page.sent(ChartTotalsQuery)].map(
      ({ chart }) => chart,
    );
    const [metrics, others] = [true, false].map((isMetric) =>
      asked.filter(({ entity }) => (entity === 'METRICS') === isMetric),
    );
    expect(metrics!.every(({ metric }) => metric?.startsWith('claude_code.'))).toBe(true);
    expect(others!.every(({ condition }) => condition?.includes(OF_AGENTS))).toBe(true);
    expect([metrics!.length, others!.length].map((count) => count > 1)).toEqual([true, true]);
    expect(screen.queryByText('npx spandrel connect')).not.toBeNull();
  });

  it('says how to send turns if there are none, and still shows metrics', async () => {
    await open();
    const region = within(screen.getByRole('region', { name: 'Coding agents' }));
    region.getByRole('heading', { name: 'No turns of coding agents in this range' });
    region.getByText('npx spandrel connect');
    expect(titles()).toEqual(['Edits by decision', 'Lines of code by type']);
    region.getByText(/^No points of claude_code\.lines_of_code\.count in this range\./);
  });

  it('is reached from the metrics, and leads back', async () => {
    await open();
    expect(link('all metrics').getAttribute('href')).toMatch(/\/metrics/);
  });
});

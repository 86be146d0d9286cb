import { screen, within } from '@testing-library/react/pure';
import { answer } from '../../../testing/answers.js';
import { field, link } from '../../../testing/elements.js';
import { CHARTED_DAY, readParameters, withTab } from '../../../testing/factories/charts.js';
import { CONDITION_FIELDS, projectFrame } from '../../../testing/factories/project-frame.js';
import { NO_COSTS } from '../../../testing/factories/costs.js';
import { PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderPage } from '../../../testing/render-page.js';
import { ProjectCostQuery } from '../api/project-cost.js';
import { ProjectSummaryQuery } from '../api/project-summary.js';
import { MetricNamesQuery } from '../metrics/annotation-charts.js';
import {
  CountsQuery,
  LLM_CALLS,
  SESSIONS,
  SPANS,
  TOOL_CALLS,
  TRACES,
} from '../metrics/count-charts.js';
import { LatencyQuery, LLM_LATENCY, TRACE_LATENCY } from '../metrics/latency-charts.js';
import { MODELS_BY_COST, MODELS_BY_TOKENS, ModelsQuery } from '../metrics/model-rankings.js';
import {
  ERRORS,
  SLOWEST_SPANS,
  SLOWEST_TOOLS,
  SlowestQuery,
  TOP_USERS,
} from '../metrics/rankings.js';
import {
  COMPLETION_TOKENS,
  COST,
  PROMPT_TOKENS,
  TokensQuery,
  TOKENS,
} from '../metrics/token-charts.js';

const NOTHING = { data: [] };
const DAY = `timeRangeStart=${CHARTED_DAY.timeRangeStart}&timeRangeEnd=${CHARTED_DAY.timeRangeEnd}`;

/** All that the page asks for, without anything in the range. */
const ANSWERS = [
  ...projectFrame({ viewerRole: 'MANAGER' }),
  answer(CountsQuery, (asked) => ({ node: withTab(asked, NOTHING) })),
  answer(LatencyQuery, (asked) => ({ node: withTab(asked, NOTHING) })),
  answer(TokensQuery, { node: { ...PROJECT, tokens: NOTHING } }),
  answer(COST.document, { node: { ...PROJECT, cost: NOTHING, costSummary: NO_COSTS } }),
  answer(TOP_USERS.document, { node: { ...PROJECT, rows: [] } }),
  answer(ERRORS.document, { node: { ...PROJECT, rows: [] } }),
  answer(SlowestQuery, ({ ofTools }) => ({
    node: { ...PROJECT, ...(ofTools ? { tools: [] } : { spans: [] }) },
  })),
  answer(ModelsQuery, ({ byCost }) => ({
    node: {
      ...PROJECT,
      ...(byCost ? { byCost: [], costSummary: NO_COSTS } : { byTokens: [] }),
      unpricedModels: [],
    },
  })),
  answer(MetricNamesQuery, { node: { ...PROJECT, spans: [], traces: [], sessions: [] } }),
  ...CONDITION_FIELDS,
];

const charts = () => within(screen.getByRole('region', { name: 'Metrics' }));

describe('the metrics of a project', () => {
  it('say what is missing in the range', async () => {
    await renderPage(`/projects/${PROJECT_ID}/metrics?${DAY}`, ANSWERS);
    const shown = charts()
      .getAllByRole('heading', { level: 3 })
      .map((heading) => {
        const card = heading.closest('section')!;
        return [heading.textContent, card.querySelector('p')?.textContent];
      });
    expect(shown).toEqual(
      [
        TRACES,
        SPANS,
        SESSIONS,
        TOP_USERS,
        ERRORS,
        { title: 'Failed LLM calls', empty: 'No LLM call failed in this range.' },
        { title: 'Failed tool calls', empty: 'No tool call failed in this range.' },
        TRACE_LATENCY,
        LLM_LATENCY,
        SLOWEST_SPANS,
        SLOWEST_TOOLS,
        COST,
        MODELS_BY_COST,
        TOKENS,
        MODELS_BY_TOKENS,
        PROMPT_TOKENS,
        COMPLETION_TOKENS,
        LLM_CALLS,
        TOOL_CALLS,
      ].map(({ title, empty }) => [title, empty]),
    );
    expect(new Map(shown as [string, string][]).get('Traces')).toBe('No traces in this range.');
    expect(new Map(shown as [string, string][]).get('Errors by message')).toBe(
      'No span failed in this range.',
    );
  });

  it('follow a condition on traces, with the figures and the lists that they lead to', async () => {
    const page = await renderPage(`/projects/${PROJECT_ID}/metrics?${DAY}`, ANSWERS);
    const filter = () => field('Filter all charts by traces');
    await page.user.click(filter());
    await page.fill(filter(), "user.id == 'ada'");
    await page.user.keyboard('{Enter}');
    const condition = "user.id == 'ada'";
    expect(readParameters(page.address())).toEqual({ ...CHARTED_DAY, filter: condition });
    const conditions = [
      page.sent(ProjectSummaryQuery),
      page.sent(ProjectCostQuery),
      page.sent(MetricNamesQuery),
      page.sent(CountsQuery).filter(({ ofTraces }) => ofTraces),
      page.sent(CountsQuery).filter(({ ofSpans, filterCondition }) => ofSpans && !filterCondition),
      page.sent(CountsQuery).filter(({ ofSessions }) => ofSessions),
      page.sent(LatencyQuery).filter(({ ofTraces }) => ofTraces),
      page.sent(COST.document),
      page.sent(ERRORS.document),
    ].map((sent) => sent.map(({ traceFilterCondition }) => traceFilterCondition));
    expect(conditions).toEqual(Array.from({ length: 9 }, () => [null, condition]));
    const toolCalls = readParameters(link('Tool calls').getAttribute('href')!);
    expect(toolCalls['traceFilter']).toBe(condition);
    expect(readParameters(link('Active sessions').getAttribute('href')!)['filter']).toBe(
      `${condition} and session_id is not None`,
    );

    await page.user.click(filter());
    await page.fill(filter(), '');
    await page.user.keyboard('{Enter}');
    expect(readParameters(page.address())).toEqual(CHARTED_DAY);
    expect(page.sent(CountsQuery).at(-1)?.traceFilterCondition).toBeNull();
  });
});

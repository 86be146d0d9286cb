import { screen, within } from '@testing-library/react/pure';
import { answer, cutOff } from '../../../testing/answers.js';
import { button, link } from '../../../testing/elements.js';
import { UnpricedModelsQuery } from '../../../components/costs/unpriced-note.js';
import { CHARTED_DAY, InCharts, readParameters } from '../../../testing/factories/charts.js';
import { PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../testing/render-page.js';
import { Chart } from './chart.js';
import { MODELS_BY_COST, MODELS_BY_TOKENS } from '../metrics/model-rankings.js';
import { ERRORS, SLOWEST_TOOLS, TOP_USERS } from '../metrics/rankings.js';

const sums = (tokens: number | null, cost: number | null, unpricedSpanCount = 0) => ({
  total: { tokens, cost },
  spanCount: 9,
  unpricedSpanCount,
});

const USERS = answer(TOP_USERS.document, {
  node: {
    ...PROJECT,
    rows: [
      { userId: 'ada', traceCount: 4, errorCount: 1, costSummary: sums(60, null) },
      { userId: 'bob', traceCount: 6, errorCount: 0, costSummary: sums(90, null) },
    ],
  },
});

/** The rows with the lists that they lead to. */
const rows = (ranking: { title: string }) =>
  within(screen.getByRole('list', { name: ranking.title }))
    .getAllByRole('link')
    .map((link) => {
      const href = link.getAttribute('href')!;
      const { timeRangeStart: _start, timeRangeEnd: _end, ...search } = readParameters(href);
      const [list] = /[a-z]+(?=\?)/.exec(href) ?? [];
      const text = [...link.querySelectorAll('span:not([aria-hidden])')].map(
        ({ textContent }) => textContent,
      );
      return { text, list, search };
    });

describe('a ranking', () => {
  it('shows users by what they use, and leads to their traces', async () => {
    const page = await renderComponent(
      <InCharts>
        <Chart chart={TOP_USERS} />
      </InCharts>,
      [USERS],
    );
    expect(rows(TOP_USERS)).toEqual([
      {
        text: ['ada', '4 traces, 1 failed', '60 tokens'],
        list: 'traces',
        search: { filter: "user.id == 'ada'" },
      },
      {
        text: ['bob', '6 traces, 0 failed', '90 tokens'],
        list: 'traces',
        search: { filter: "user.id == 'bob'" },
      },
    ]);
    expect(page.sent(TOP_USERS.document)).toEqual([
      {
        id: PROJECT_ID,
        timeRange: { start: CHARTED_DAY.timeRangeStart, end: CHARTED_DAY.timeRangeEnd },
        traceFilterCondition: null,
      },
    ]);
  });

  it('leads to the spans with an error', async () => {
    await renderComponent(
      <InCharts>
        <Chart chart={ERRORS} />
      </InCharts>,
      [
        answer(ERRORS.document, {
          node: {
            ...PROJECT,
            rows: [
              { message: 'row # is missing', spanCount: 2, lastTime: new Date().toISOString() },
              { message: '', spanCount: 1, lastTime: new Date().toISOString() },
            ],
          },
        }),
      ],
    );
    expect(rows(ERRORS).map(({ text, search }) => [text[0], text[2], search])).toEqual([
      [
        'row # is missing',
        '2 spans',
        {
          filter:
            "status_code == 'ERROR' and 'row' in status_message and 'is missing' in status_message",
        },
      ],
      ['No message', '1 span', { filter: "status_code == 'ERROR' and status_message == ''" }],
    ]);
    screen.getByText('# stands for numbers and IDs');
  });

  it('keeps a condition on traces in its lists', async () => {
    await renderComponent(
      <InCharts filter="user.id == 'ada'">
        <Chart chart={SLOWEST_TOOLS} />
      </InCharts>,
      [
        answer(SLOWEST_TOOLS.document, ({ traceFilterCondition }) => ({
          node: {
            ...PROJECT,
            tools: [
              {
                name: 'search',
                spanCount: traceFilterCondition === "user.id == 'ada'" ? 4 : 10,
                errorCount: 1,
                p50: 1000,
                p95: 2000,
                p99: 3000,
              },
            ],
          },
        })),
      ],
    );
    expect(rows(SLOWEST_TOOLS)).toEqual([
      {
        text: ['search', 'p50 1 s · p99 3 s · 4 spans, 1 failed', '2 s'],
        list: 'spans',
        search: {
          filter:
            "span_kind == 'TOOL' and (tool.name == 'search' or (name == 'search' and tool.name is None))",
          sort: '-latencyMs',
          traceFilter: "user.id == 'ada'",
        },
      },
    ]);
  });

  it('shows models by their cost, and leads to the calls that they price', async () => {
    const page = await renderComponent(
      <InCharts>
        <Chart chart={MODELS_BY_COST} />
      </InCharts>,
      [
        answer(MODELS_BY_COST.document, {
          node: {
            ...PROJECT,
            byCost: [
              { id: 'model-1', name: 'gpt-4o', costSummary: sums(120, 2.5) },
              { id: 'model-2', name: 'acme', costSummary: sums(15, null) },
            ],
            unpricedModels: [{ name: 'new-1', provider: 'acme', tokenCountTotal: 900 }],
            costSummary: { spanCount: 300, unpricedSpanCount: 44 },
          },
        }),
        answer(UnpricedModelsQuery, {
          node: {
            ...PROJECT,
            unpricedModels: [
              { name: 'new-1', provider: 'acme', spanCount: 44, tokenCountTotal: 900 },
            ],
          },
        }),
      ],
    );
    expect(rows(MODELS_BY_COST)).toEqual([
      {
        text: ['gpt-4o', '120 tokens', '$2.50'],
        list: 'spans',
        search: { filter: "priced_by == 'gpt-4o'", sort: '-tokenCostTotal' },
      },
      {
        text: ['acme', '15 tokens', 'no price'],
        list: 'spans',
        search: { filter: "priced_by == 'acme'", sort: '-tokenCountTotal' },
      },
      {
        text: ['new-1', '900 tokens', 'no price'],
        list: 'spans',
        search: {
          filter: "span_kind == 'LLM' and llm.model_name == 'new-1'",
          sort: '-tokenCountTotal',
        },
      },
    ]);
    await page.user.click(button('44 of 300 calls not priced'));
    expect(page.sent(UnpricedModelsQuery)).toMatchObject([{ id: PROJECT.id }]);
    screen.getByText('acme · 44 calls · 900 tokens');
    const href = link('Set price').getAttribute('href')!;
    expect(href).toMatch(/^\/settings\/models\?/);
    expect(readParameters(href)).toEqual({ model: 'new', name: 'new-1', provider: 'acme' });
  });

  it('shows models without a price among those with the most tokens', async () => {
    await renderComponent(
      <InCharts>
        <Chart chart={MODELS_BY_TOKENS} />
      </InCharts>,
      [
        answer(MODELS_BY_TOKENS.document, {
          node: {
            ...PROJECT,
            byTokens: [{ id: 'model-1', name: 'gpt-4o', costSummary: sums(120, 2.5) }],
            unpricedModels: [
              { name: 'new-1', provider: null, tokenCountTotal: 900 },
              { name: null, provider: null, tokenCountTotal: 7 },
            ],
          },
        }),
      ],
    );
    expect(rows(MODELS_BY_TOKENS).map(({ text }) => text)).toEqual([
      ['new-1', 'no price', '900 tokens'],
      ['gpt-4o', '$2.50', '120 tokens'],
      ['No model named', 'no price', '7 tokens'],
    ]);
  });

  it('can be loaded again after a failure', async () => {
    const page = await renderComponent(
      <InCharts>
        <Chart chart={TOP_USERS} />
      </InCharts>,
      [cutOff(TOP_USERS.document)],
    );
    screen.getByText(/^The server cannot be reached\./);
    page.answer(USERS);
    await page.user.click(button('Try again'));
    expect(rows(TOP_USERS)).toHaveLength(2);
  });
});

import { screen, within } from '@testing-library/react/pure';
import { UnpricedModelsQuery } from '../../../components/costs/unpriced-note.js';
import { answer, type Answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, item, link, row } from '../../../testing/elements.js';
import { projectFrame } from '../../../testing/factories/project-frame.js';
import { PROJECT_ID } from '../../../testing/factories/project-scope.js';
import {
  aBackfill,
  anEvaluationTrace,
  aRule,
  listRules,
  RuleChartQuery,
  showRule,
} from '../../../testing/factories/rules.js';
import { renderPage } from '../../../testing/render-page.js';
import type { EvaluationTrace } from '../api/last-evaluations.js';
import { DeleteRulesMutation, type Rule, RuleQuery, StopBackfillMutation } from '../api/rules.js';

const PATH = `/projects/${PROJECT_ID}/evaluation`;

const open = (rule: Partial<Rule>, traces: EvaluationTrace[] = [], ...answers: Answer[]) =>
  renderPage(`${PATH}/rule-1`, [
    ...projectFrame(),
    ...showRule(aRule(rule), ...traces),
    ...answers,
  ]);
/** The figures of today, by their names. */
const stats = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dl > div')].map((one) => [
      one.querySelector('dt')?.textContent,
      one.querySelector('dd')?.textContent,
    ]),
  );

describe('the page of a rule', () => {
  it('shows the figures of today, and waits for the first evaluation', async () => {
    await open({
      evaluatedToday: 7,
      failedToday: 1,
      skippedToday: 2,
      waitingCount: 5,
      tokensToday: 12,
      costToday: 0.5,
      maxCostPerDay: 2,
    });
    expect(stats()).toMatchObject({
      'Evaluated today': '8 of 1k',
      'Failed today': '1',
      'Skipped by limits': '2',
      Waiting: '5',
      'Tokens today': '12',
      'Cost today': '$0.50 of $2.00',
    });
    screen.getByText('Waiting for spans that meet the condition…');
  });

  it('says how many calls of today have no price, with links that set prices', async () => {
    const page = await open({
      costToday: 0.5,
      maxCostPerDay: 2,
      pricedSpansToday: { spanCount: 300, unpricedSpanCount: 44 },
    });
    expect(stats()).toMatchObject({
      'Cost today': '$0.50 of $2.00+44 of 300 calls not priced',
    });
    page.answer(
      answer(UnpricedModelsQuery, {
        node: {
          __typename: 'Project',
          id: 'project-2',
          unpricedModels: [{ name: 'new-1', provider: null, spanCount: 44, tokenCountTotal: 9 }],
        },
      }),
    );
    await page.user.click(button('44 of 300 calls not priced'));
    expect(page.sent(UnpricedModelsQuery)).toEqual([
      {
        id: 'project-2',
        timeRange: { start: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/) as string },
      },
    ]);
    link('Set price');
  });

  it('says that nothing is evaluated while it is disabled', async () => {
    await open({ isEnabled: false });
    screen.getByText('None yet. Enable the rule to evaluate spans that arrive.');
  });

  it('shows what it does, with a chart of its annotations and a link to the spans that have them', async () => {
    const page = await open({});
    expect(page.sent(RuleChartQuery)).toMatchObject([
      { annotationName: 'mentions Paris', ofSpans: true, ofTraces: false, ofSessions: false },
    ]);
    expect(stats()).toMatchObject({
      Evaluates: "span_kind == 'LLM'",
      Sample: '100% of them',
      Evaluator: 'Contains',
      'Input text': 'output',
      'Input words': 'Paris',
    });
    expect(decodeURIComponent(link('spans of the last 7 days').getAttribute('href') ?? '')).toBe(
      `/projects/${PROJECT_ID}/spans?filter=annotations['mentions+Paris']`,
    );
  });

  it('lists the last evaluations with what they are about, and failed ones', async () => {
    await open({}, [
      anEvaluationTrace(),
      {
        ...anEvaluationTrace({
          statusCode: 'ERROR',
          statusMessage: 'No key.',
          output: null,
          metadata: null,
        }),
        id: 'trace-2',
      },
    ]);
    const said = within(row(/true 1 The text contains "Paris"/)).getAllByRole('link');
    expect(said.map((one) => one.getAttribute('href'))).toEqual([
      '/redirects/spans/span-1',
      '/projects/project-2/traces/abc?timeRangeKey=all',
    ]);
    row(/– – – Failed: No key\. trace$/);
  });

  it('says why evaluations fail, and what can be done', async () => {
    await open({
      lastError: 'The path "a" of "text" leads to nothing.',
      lastErrorAt: '2026-02-03T04:05:06Z',
    });
    screen.getByText(
      /leads to nothing\. Edit the rule: map the input to a path that exists in all of them\.$/,
    );
  });

  it('shows how far the evaluation of the past is, and stops it', async () => {
    const page = await open(
      { backfill: aBackfill() },
      [],
      answer(StopBackfillMutation, {
        stopEvaluationRuleBackfill: { evaluationRule: { id: 'rule-1' } },
      }),
    );
    screen.getByText('3 of 4');
    page.answer(...showRule(aRule({ backfill: aBackfill({ isRunning: false }) })));
    await page.user.click(button('Stop'));
    screen.getByText('mentions Paris has stopped evaluating past data. Its annotations stay.');
    screen.getByText('3 done');
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    expect(page.sent(StopBackfillMutation)).toEqual([{ input: { id: 'rule-1' } }]);
  });

  it('says why the evaluation of the past ended early', async () => {
    await open({ backfill: aBackfill({ isRunning: false, error: 'It has since been deleted' }) });
    screen.getByText(/^It ended early: It has since been deleted/);
  });

  it('goes back to the list once it is deleted', async () => {
    const page = await open(
      {},
      [],
      answer(DeleteRulesMutation, { deleteEvaluationRules: { deletedEvaluationRuleIds: [] } }),
      ...listRules(),
    );
    await page.user.click(button('Actions for mentions Paris'));
    await page.user.click(item('Delete…'));
    await page.user.click(button('Delete rule'));
    expect(page.address()).toBe(PATH);
  });

  it('shows viewers no buttons that change it', async () => {
    await renderPage(
      `${PATH}/rule-1`,
      [...projectFrame({ viewerRole: 'VIEWER' }), ...showRule(aRule({ backfill: aBackfill() }))],
      { as: 'VIEWER' },
    );
    screen.getByText('Enabled');
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  });

  it.each([
    ['is unknown', refuse(RuleQuery, 'Not found.', 'NOT_FOUND')],
    ['is of something else', answer(RuleQuery, { node: { __typename: 'Dataset' } })],
    ['belongs to another project', showRule(aRule({ projectId: 'project-2' }))[0]!],
  ])('says so if its ID %s', async (_case, given) => {
    await open({}, [], given);
    screen.getByText('Rule not found');
    expect(link('All rules').getAttribute('href')).toBe(PATH);
  });

  it('says that the server cannot be reached', async () => {
    await open({}, [], cutOff(RuleQuery));
    screen.getByText('The server cannot be reached');
  });
});

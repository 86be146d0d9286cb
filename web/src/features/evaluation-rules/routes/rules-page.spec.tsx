import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer, cutOff, keepWaiting, refuse } from '../../../testing/answers.js';
import { button, item, link, listTexts, row } from '../../../testing/elements.js';
import { projectFrame } from '../../../testing/factories/project-frame.js';
import { PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { aBackfill, aRule, listRules } from '../../../testing/factories/rules.js';
import { renderPage } from '../../../testing/render-page.js';
import { MatchingCountQuery } from '../api/matching-count.js';
import {
  DeleteRulesMutation,
  type Rule,
  RulesQuery,
  StopBackfillMutation,
  UpdateRuleMutation,
} from '../api/rules.js';

const PATH = `/projects/${PROJECT_ID}/evaluation`;
const RULE_COUNT = keepWaiting(MatchingCountQuery);

const open = (rules: Rule[], as: 'MEMBER' | 'VIEWER' = 'MEMBER', ...answers: Answer[]) =>
  renderPage(PATH, [...projectFrame({ viewerRole: as }), ...listRules(...rules), ...answers], {
    as,
  });
const enabled = () => screen.getByRole('switch', { name: 'Enable mentions Paris' });

describe('the evaluation rules of a project', () => {
  it('are explained to members, who can create one', async () => {
    await open([]);
    screen.getByText('No evaluation rules yet');
    screen.getByText(/Try a rule on recent data before you create it\.$/);
    expect(link('New rule').getAttribute('href')).toBe(`${PATH}/new`);
  });

  it('are explained to viewers, who cannot', async () => {
    await open([], 'VIEWER');
    screen.getByText(/A member can create one\.$/);
    expect(screen.queryByRole('link', { name: 'New rule' })).toBeNull();
  });

  it('mark costs that leave out calls without a price', async () => {
    await open([
      aRule({ costToday: 1, pricedSpansToday: { spanCount: 300, unpricedSpanCount: 44 } }),
    ]);
    expect(screen.getByRole('img', { name: '44 of 300 calls not priced' }).textContent).toBe('+');
  });

  it('are listed with what they evaluate, the figures of today and their scores', async () => {
    const page = await open([
      aRule({ evaluatedToday: 7, failedToday: 1, skippedToday: 2, waitingCount: 5 }),
    ]);
    // The scores are asked for once the rules are known.
    await screen.findByText('0.25');
    const cells = within(row(/^mentions Paris/)).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent).slice(2)).toEqual([
      expect.stringMatching(/^100% of spans *span_kind == 'LLM'$/),
      'Contains',
      '8 of 1k',
      '1',
      '2',
      '5',
      '$0',
      '0.25',
      '–',
      '',
    ]);
    screen.getByText('1 rule');
    expect(screen.queryByRole('img', { name: /not priced/ })).toBeNull();
    expect(page.sent(RulesQuery)).toEqual([{ id: PROJECT_ID, first: 50 }]);
  });

  it('say how far the evaluation of the past is, or why evaluations fail', async () => {
    const lastError = 'The path "a" of "text" leads to nothing.';
    await open([
      aRule({ backfill: aBackfill(), lastError: 'Hidden for now.' }),
      aRule({ id: 'rule-2', name: 'other', lastError, lastErrorAt: '2026-02-03T04:05:06Z' }),
    ]);
    row(/^mentions Paris.*3 of 4/);
    row(/^other.*leads to nothing/);
    screen.getByTitle(
      `${lastError} Edit the rule: map the input to a path that exists in all of them.`,
    );
    expect(screen.queryByText(/Hidden for now/)).toBeNull();
  });

  it.each([
    ['VIEWER', ['Show evaluated spans', 'Show traces of evaluations'], ['Yes', undefined]],
    [
      'MEMBER',
      [
        'Show evaluated spans',
        'Show traces of evaluations',
        'Edit',
        'Evaluate past spans…',
        'Delete…',
      ],
      ['', 'New rule'],
    ],
  ] as const)('offer a %s these actions', async (as, actions, [state, create]) => {
    const page = await open([aRule()], as);
    expect(within(row(/^mentions Paris/)).getAllByRole('cell')[1]?.textContent).toBe(state);
    expect(screen.queryByRole('link', { name: 'New rule' })?.textContent).toBe(create);
    await page.user.click(button('Actions for mentions Paris'));
    expect(listTexts('menuitem')).toEqual(actions);
  });

  it('link to what they evaluated, to the traces of their evaluations and to their forms', async () => {
    const page = await open([aRule()]);
    expect(link('mentions Paris').getAttribute('href')).toBe(`${PATH}/rule-1`);
    await page.user.click(button('Actions for mentions Paris'));
    const hrefs = ['Show evaluated spans', 'Show traces of evaluations', 'Edit'].map((name) =>
      decodeURIComponent(item(name).getAttribute('href') ?? ''),
    );
    expect(hrefs).toEqual([
      `/projects/${PROJECT_ID}/spans?timeRangeKey=all&filter=annotations['mentions+Paris']`,
      '/projects/project-2/traces?timeRangeKey=all',
      `${PATH}/rule-1/edit`,
    ]);
  });

  it.each([
    [true, 'mentions Paris disabled. Waiting items will not be evaluated.'],
    [false, 'mentions Paris enabled. It evaluates what arrives from now on.'],
  ])('are turned on or off, if enabled is %s', async (isEnabled, message) => {
    const updated = { updateEvaluationRule: { evaluationRule: { id: 'rule-1' } } };
    const page = await open([aRule({ isEnabled })], 'MEMBER', answer(UpdateRuleMutation, updated));
    page.answer(...listRules(aRule({ isEnabled: !isEnabled })));
    await page.user.click(enabled());
    screen.getByText(message);
    expect(page.sent(UpdateRuleMutation)).toEqual([
      { input: { id: 'rule-1', isEnabled: !isEnabled } },
    ]);
    expect(enabled()).toHaveProperty('checked', !isEnabled);
  });

  it('say why they were not changed', async () => {
    const page = await open([aRule()], 'MEMBER', refuse(UpdateRuleMutation, 'The rule is gone.'));
    await page.user.click(enabled());
    await screen.findByText('mentions Paris was not changed');
    screen.getByText('The rule is gone.');
    expect(enabled()).toHaveProperty('checked', true);
  });

  it('open the dialog that evaluates the past', async () => {
    const page = await open([aRule({ isEnabled: false })]);
    await page.user.click(button('Actions for mentions Paris'));
    page.answer(RULE_COUNT);
    await page.user.click(item('Evaluate past spans…'));
    within(screen.getByRole('dialog', { name: 'Evaluate past spans' })).getByText(
      'This rule is disabled. Enable it first.',
    );
  });

  it('stop evaluating the past', async () => {
    const page = await open(
      [aRule({ backfill: aBackfill() })],
      'MEMBER',
      answer(StopBackfillMutation, {
        stopEvaluationRuleBackfill: { evaluationRule: { id: 'rule-1' } },
      }),
    );
    await page.user.click(button('Actions for mentions Paris'));
    await page.user.click(item('Stop evaluating past spans'));
    screen.getByText('mentions Paris has stopped evaluating past data. Its annotations stay.');
    expect(page.sent(StopBackfillMutation)).toEqual([{ input: { id: 'rule-1' } }]);
    expect(page.sent(RulesQuery)).toHaveLength(2);
  });

  it('are deleted after a warning', async () => {
    const page = await open(
      [aRule({ waitingCount: 1 })],
      'MEMBER',
      refuse(DeleteRulesMutation, 'Try again.'),
    );
    await page.user.click(button('Actions for mentions Paris'));
    await page.user.click(item('Delete…'));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete mentions Paris' }));
    dialog.getByText(/waiting items are not evaluated.* The annotations of your spans stay\./);
    await page.user.click(button('Delete rule'));
    dialog.getByText('Try again.');
    page.answer(
      answer(DeleteRulesMutation, { deleteEvaluationRules: { deletedEvaluationRuleIds: [] } }),
      ...listRules(),
    );
    await page.user.click(button('Delete rule'));
    await screen.findByText('Rule mentions Paris deleted');
    screen.getByText('No evaluation rules yet');
    expect(page.sent(DeleteRulesMutation).at(-1)).toEqual({
      input: { evaluationRuleIds: ['rule-1'] },
    });
  });

  it('say that the server cannot be reached', async () => {
    const page = await open([], 'MEMBER', cutOff(RulesQuery));
    screen.getByText('The server cannot be reached');
    page.answer(...listRules(aRule()));
    await page.user.click(button('Try again'));
    link('mentions Paris');
  });
});

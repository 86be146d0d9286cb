import { screen } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { aRule } from '../../../testing/factories/rules.js';
import { renderComponent } from '../../../testing/render-page.js';
import { MatchingCountQuery } from '../api/matching-count.js';
import { BackfillRuleMutation, type Rule } from '../api/rules.js';
import { BackfillDialog } from './backfill-dialog.js';

const counted = (SPAN: number) => answer(MatchingCountQuery, { node: { ...PROJECT, SPAN } });
const LAST_WEEK = { start: expect.any(String) };

async function open(rule: Partial<Rule>, ...answers: Answer[]) {
  const closed: string[] = [];
  const dialog = <BackfillDialog rule={aRule(rule)} onClose={() => closed.push('closed')} />;
  return { page: await renderComponent(dialog, answers), closed };
}

describe('the dialog that evaluates the past', () => {
  it('does nothing for a rule that is disabled', async () => {
    const { page } = await open({ isEnabled: false }, counted(3));
    screen.getByText('This rule is disabled. Enable it first.');
    expect(button('Evaluate spans')).toHaveProperty('disabled', true);
    await page.user.click(button('Evaluate spans'));
    expect(page.sent(BackfillRuleMutation)).toEqual([]);
  });

  it.each([
    [1, {}, '1 span in this range meets the condition. At 100%, that is about 1 evaluation.'],
    [
      30,
      { samplingRate: 0.1 },
      '30 spans in this range meet the condition. At 10%, that is about 3 evaluations.',
    ],
    [
      2000,
      {},
      '2k spans in this range meet the condition. At 100%, that is about 2k evaluations. Today’s limits apply, so some may be skipped.',
    ],
    [
      1,
      { maxCostPerDay: 1 },
      '1 span in this range meets the condition. At 100%, that is about 1 evaluation. Today’s limits apply, so some may be skipped.',
    ],
  ])('estimates the evaluations of %i spans, with %j', async (count, rule, text) => {
    const { page } = await open(rule, counted(count));
    expect(screen.getByText(/in this range/).textContent).toBe(text);
    expect(page.sent(MatchingCountQuery)).toEqual([
      {
        id: PROJECT_ID,
        condition: "span_kind == 'LLM'",
        timeRange: LAST_WEEK,
        ofSpans: true,
        ofTraces: false,
        ofSessions: false,
      },
    ]);
  });

  it('can begin even if counting takes too long', async () => {
    const begun = { backfillEvaluationRule: { evaluationRule: { id: 'rule-1' } } };
    const { page, closed } = await open(
      {},
      refuse(MatchingCountQuery, 'It took too long.'),
      answer(BackfillRuleMutation, begun),
    );
    screen.getByText(/^Counting them takes too long\./);
    await page.user.click(button('Evaluate spans'));
    expect(page.sent(BackfillRuleMutation)).toEqual([
      { input: { id: 'rule-1', timeRange: LAST_WEEK } },
    ]);
    expect(closed).toEqual(['closed']);
  });

  it('stays open and says why', async () => {
    const { page, closed } = await open(
      {},
      counted(1),
      refuse(BackfillRuleMutation, 'The range is empty.'),
    );
    await page.user.click(button('Evaluate spans'));
    screen.getByText('The range is empty.');
    expect(closed).toEqual([]);
  });
});

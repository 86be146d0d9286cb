import { screen } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { renderComponent } from '../../../testing/render-page.js';
import { PreferSentCostsMutation, SentCostsQuery } from '../api/sent-costs.js';
import { SentCosts } from './sent-costs.js';

const ID = 'project-1';

const preferring = (prefersSentCosts: boolean) =>
  answer(SentCostsQuery, { node: { __typename: 'Project', id: ID, prefersSentCosts } });
const open = (answers: Answer[], as: 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderComponent(<SentCosts projectId={ID} />, answers, { as });
const toggle = () =>
  screen.getByRole<HTMLInputElement>('switch', { name: /^Prefer the costs that spans state/ });

describe('the costs that count in a project', () => {
  it('can be those that spans state', async () => {
    const saved = { patchProject: { project: { id: ID, prefersSentCosts: true } } };
    const page = await open([preferring(false), answer(PreferSentCostsMutation, saved)]);
    expect(toggle().checked).toBe(false);
    page.answer(preferring(true));
    await page.user.click(toggle());
    expect(page.sent(PreferSentCostsMutation)).toEqual([
      { input: { id: ID, prefersSentCosts: true } },
    ]);
    expect(toggle().checked).toBe(true);
  });

  it('stay as they are if the server refuses the change', async () => {
    const page = await open([
      preferring(true),
      refuse(PreferSentCostsMutation, 'Storage is full.'),
    ]);
    await page.user.click(toggle());
    screen.getByText('Storage is full.');
    expect(toggle().checked).toBe(true);
  });

  it('are only shown to viewers', async () => {
    await open([preferring(true)], 'VIEWER');
    expect(toggle()).toHaveProperty('checked', true);
    expect(toggle()).toHaveProperty('disabled', true);
  });
});

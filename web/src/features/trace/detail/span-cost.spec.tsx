import { screen, within } from '@testing-library/react/pure';
import type { CostDetail, CostSummary } from '../../../components/costs/cost-fields.js';
import { button, link } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { type PricedSpan, SpanCost } from './span-cost.js';

const detail = (
  tokenType: string,
  isPrompt: boolean,
  tokens: number,
  cost: number | null,
): CostDetail => ({ tokenType, isPrompt, value: { tokens, cost } });

const DETAILS = [
  detail('input', true, 6, 6),
  detail('cache_read', true, 4, 2),
  detail('output', false, 3, 6),
];
const SUMMARY: CostSummary = {
  prompt: { tokens: 10, cost: 8 },
  completion: { tokens: 3, cost: 6 },
  total: { tokens: 13, cost: 14 },
};
const UNPRICED: PricedSpan = {
  modelName: 'unknown-9',
  provider: 'acme',
  costSummary: {
    prompt: { tokens: 10, cost: null },
    completion: { tokens: 3, cost: null },
    total: { tokens: 13, cost: null },
  },
  costDetailSummaryEntries: DETAILS.map((one) => ({ ...one, value: { tokens: 1, cost: null } })),
};

const open = (span: PricedSpan, as: 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderComponent(
    <dl>
      <SpanCost span={span} />
    </dl>,
    [],
    { as },
  );

const lines = async () =>
  within(await screen.findByRole('tooltip'))
    .getAllByRole('row')
    .map(({ children }) => [...children].map(({ textContent }) => textContent).join(' '));

describe('the cost of a span', () => {
  it('is split into types of tokens when it is pointed at', async () => {
    const { user } = await open({ costSummary: SUMMARY, costDetailSummaryEntries: DETAILS });
    screen.getByText('Cost');
    await user.hover(button('$14.00'));
    expect(await lines()).toEqual([
      'Prompt 10 $8',
      'input 6 $6',
      'cache read 4 $2',
      'Completion 3 $6',
      'Total 13 $14',
    ]);
  });

  it('is that of what is below it, if it calls no model itself', async () => {
    const { user } = await open({
      costSummary: null,
      cumulativeCostDetailSummaryEntries: DETAILS,
    });
    screen.getByText('Cost of descendants');
    await user.hover(button('$14.00'));
    expect((await lines()).at(-1)).toBe('Total 13 $14');
  });

  it('can be missing, with a link to a new model that prices it', async () => {
    await open(UNPRICED);
    screen.getByText('No price for unknown-9.');
    expect(link('Add a price').getAttribute('href')).toBe(
      '/settings/models?model=new&name=unknown-9&provider=acme',
    );
  });

  it('can be missing for viewers, who are led to the models', async () => {
    await open(UNPRICED, 'VIEWER');
    expect(link('Show models').getAttribute('href')).toBe('/settings/models?q=unknown-9');
  });

  it('can be missing because the span names no model', async () => {
    await open({ ...UNPRICED, modelName: ' ' });
    screen.getByText('The span names no model');
  });

  it.each([
    ['there are no tokens', { ...UNPRICED, costDetailSummaryEntries: [] }],
    ['nothing below has one', { costSummary: null }],
  ])('is not mentioned if %s', async (_case, span) => {
    await open(span);
    expect(screen.queryByRole('term')).toBeNull();
  });
});

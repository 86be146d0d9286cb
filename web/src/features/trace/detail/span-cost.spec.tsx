import { screen, within } from '@testing-library/react/pure';
import type { CostDetail, CostSummary } from '../../../components/costs/cost-fields.js';
import { UnpricedModelsQuery } from '../../../components/costs/unpriced-note.js';
import { answer } from '../../../testing/answers.js';
import { NO_COSTS } from '../../../testing/factories/costs.js';
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
  spanCount: 1,
  unpricedSpanCount: 0,
};
const UNPRICED: PricedSpan = {
  modelName: 'unknown-9',
  provider: 'acme',
  costSummary: {
    prompt: { tokens: 10, cost: null },
    completion: { tokens: 3, cost: null },
    total: { tokens: 13, cost: null },
    spanCount: 1,
    unpricedSpanCount: 1,
  },
  costDetailSummaryEntries: DETAILS.map((one) => ({ ...one, value: { tokens: 1, cost: null } })),
};

const NEW_MODEL = {
  node: {
    __typename: 'Span' as const,
    id: 'span-1',
    unpricedModels: [{ name: 'new-1', provider: 'acme', spanCount: 1, tokenCountTotal: 13 }],
  },
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

  it('says that its sender states it', async () => {
    await open({ costSummary: SUMMARY, costDetailSummaryEntries: DETAILS, costSource: 'SENDER' });
    expect(screen.getByRole('definition').textContent).toBe('$14.00 stated by the sender');
  });

  it('is that of what is below it, if it calls no model itself', async () => {
    const { user } = await open({
      id: 'span-1',
      costSummary: null,
      cumulativeCostSummary: SUMMARY,
      cumulativeCostDetailSummaryEntries: DETAILS,
    });
    screen.getByText('Cost of descendants');
    await user.hover(button('$14.00'));
    expect((await lines()).at(-1)).toBe('Total 13 $14');
    expect(screen.queryByText(/not priced/)).toBeNull();
  });

  it.each([
    ['some', SUMMARY, '$14.00+ 1 of 3 calls not priced'],
    ['none', NO_COSTS, '– 1 of 3 calls not priced'],
  ])('says how many calls below it have no price, if %s have', async (_case, summary, text) => {
    const page = await open({
      id: 'span-1',
      costSummary: null,
      cumulativeCostSummary: { ...summary, spanCount: 3, unpricedSpanCount: 1 },
      cumulativeCostDetailSummaryEntries: [],
    });
    expect(screen.getByRole('definition').textContent).toBe(text);
    page.answer(answer(UnpricedModelsQuery, NEW_MODEL));
    await page.user.click(button('1 of 3 calls not priced'));
    expect(page.sent(UnpricedModelsQuery)).toEqual([{ id: 'span-1' }]);
    expect(link('Set price').getAttribute('href')).toBe(
      '/settings/models?model=new&name=new-1&provider=acme',
    );
  });

  it('says it to viewers, who cannot set prices', async () => {
    const cumulativeCostSummary = { ...NO_COSTS, spanCount: 3, unpricedSpanCount: 1 };
    const span = { id: 'span-1', costSummary: null, cumulativeCostSummary };
    const page = await open(span, 'VIEWER');
    page.answer(answer(UnpricedModelsQuery, NEW_MODEL));
    await page.user.click(button('1 of 3 calls not priced'));
    screen.getByText('new-1');
    expect(screen.queryByRole('link', { name: 'Set price' })).toBeNull();
  });

  it('says that the calls now have a price', async () => {
    const cumulativeCostSummary = { ...NO_COSTS, spanCount: 3, unpricedSpanCount: 1 };
    const page = await open({ id: 'span-1', costSummary: null, cumulativeCostSummary });
    const node = { __typename: 'Span' as const, id: 'span-1', unpricedModels: [] };
    page.answer(answer(UnpricedModelsQuery, { node }));
    await page.user.click(button('1 of 3 calls not priced'));
    screen.getByText(/^These calls now have a price/);
  });

  it('can be missing, with a link to a new model that prices it', async () => {
    await open(UNPRICED);
    screen.getByText('No price for unknown-9.');
    expect(link('Set price').getAttribute('href')).toBe(
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
    ['there is nothing below', { costSummary: null }],
    [
      'nothing below has tokens',
      { id: 'span-1', costSummary: null, cumulativeCostSummary: NO_COSTS },
    ],
  ])('is not mentioned if %s', async (_case, span) => {
    await open(span);
    expect(screen.queryByRole('term')).toBeNull();
  });
});

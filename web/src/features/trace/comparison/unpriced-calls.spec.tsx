import { screen } from '@testing-library/react/pure';
import { UnpricedModelsQuery } from '../../../components/costs/unpriced-note.js';
import { answer, keepWaiting } from '../../../testing/answers.js';
import { button, link } from '../../../testing/elements.js';
import { NO_COSTS } from '../../../testing/factories/costs.js';
import {
  aComparedSpan,
  aComparedTrace,
  aSpanPair,
} from '../../../testing/factories/trace-comparisons.js';
import { renderComponent } from '../../../testing/render-page.js';
import { SpanTextsQuery } from '../api/use-span-texts.js';
import { ComparisonHeader } from './comparison-header.js';
import { PairDetail } from './pair-detail.js';

const ignore = () => undefined;
const PRICED = { ...NO_COSTS, total: { tokens: 9, cost: 1 }, spanCount: 3 };
const UNPRICED = { ...NO_COSTS, spanCount: 1, unpricedSpanCount: 1 };
const BASE = aComparedTrace('a', 'support', { costSummary: PRICED });

const cost = () => screen.getByText('Cost', { selector: 'dt' }).nextElementSibling?.textContent;

describe('the costs of two compared traces', () => {
  const open = (...[base, other]: (typeof BASE)[]) =>
    renderComponent(
      <ComparisonHeader
        comparison={{ base: base!, other: other!, pairs: [], isComplete: true }}
        isDiffering={false}
        onDifferingChange={ignore}
        onSwap={ignore}
      />,
    );

  it('say which of them leaves out calls without a price, with links that set prices', async () => {
    const costSummary = { ...PRICED, unpricedSpanCount: 1 };
    const page = await open(BASE, aComparedTrace('b', 'support', { costSummary }));
    expect(cost()).toBe('$1.00→$1.00B1 of 3 calls not priced');
    page.answer(
      answer(UnpricedModelsQuery, {
        node: {
          __typename: 'Trace',
          id: 'trace-b',
          unpricedModels: [{ name: 'new-1', provider: null, spanCount: 1, tokenCountTotal: 9 }],
        },
      }),
    );
    await page.user.click(button('1 of 3 calls not priced'));
    expect(page.sent(UnpricedModelsQuery)).toEqual([{ id: 'trace-b' }]);
    link('Set price');
  });

  it('say nothing if all calls have a price, or there are none', async () => {
    await open(BASE, aComparedTrace('b', 'support'));
    expect(cost()).toBe('$1.00→–');
  });
});

describe('the costs of two compared spans', () => {
  const call = { spanKind: 'llm' as const, tokenCountTotal: 9 };
  const open = (as: 'MEMBER' | 'VIEWER') => {
    const base = aComparedSpan('a', 'answer', { ...call, costSummary: PRICED });
    const named = { modelName: 'new-1', provider: 'acme', costSummary: UNPRICED };
    const other = aComparedSpan('b', 'answer', { ...call, ...named });
    return renderComponent(
      <PairDetail pair={aSpanPair(base, other)} traces={{ base: BASE, other: BASE }} />,
      [keepWaiting(SpanTextsQuery)],
      { as },
    );
  };

  it('say which of them has no price, with a link that sets it', async () => {
    await open('MEMBER');
    expect(cost()).toBe('$1.00→–BNo price for new-1. Set price');
    expect(link('Set price').getAttribute('href')).toBe(
      '/settings/models?model=new&name=new-1&provider=acme',
    );
  });

  it('lead viewers to the models', async () => {
    await open('VIEWER');
    expect(screen.queryByRole('link', { name: 'Set price' })).toBeNull();
    link('Show models');
  });
});

import { screen } from '@testing-library/react/pure';
import { renderComponent } from '../../testing/render-page.js';
import { NO_COSTS } from '../../testing/factories/costs.js';
import { Cost, CostBreakdown, MarkedCost } from './cost.js';
import type { CostSummary } from './cost-fields.js';

const PART: CostSummary = {
  prompt: { tokens: 20, cost: 1 },
  completion: { tokens: 5, cost: 0.5 },
  total: { tokens: 25, cost: 1.5 },
  spanCount: 300,
  unpricedSpanCount: 44,
};

describe('a cost', () => {
  it('says what it lacks', async () => {
    const { user } = await renderComponent(<Cost summary={PART} />);
    screen.getByRole('img', { name: '44 of 300 calls not priced' });
    await user.hover(screen.getByText('$1.50'));
    expect((await screen.findByRole('tooltip')).textContent).toContain(
      '44 of 300 calls not priced',
    );
  });

  it('is a dash if nothing has a price, or there is nothing to price', async () => {
    const summary = { ...NO_COSTS, spanCount: 2, unpricedSpanCount: 2 };
    await renderComponent(
      <>
        <Cost summary={summary} />
        <Cost summary={NO_COSTS} />
      </>,
    );
    screen.getByLabelText('no cost, 2 of 2 calls not priced');
    screen.getByLabelText('no cost');
  });

  it('is a dash that says what is not priced, also with types of tokens', async () => {
    const summary = { ...NO_COSTS, spanCount: 2, unpricedSpanCount: 2 };
    await renderComponent(
      <>
        <CostBreakdown summary={summary} details={[]} />
        <CostBreakdown summary={NO_COSTS} details={[]} />
      </>,
    );
    screen.getByLabelText('no cost, 2 of 2 calls not priced');
    screen.getByLabelText('no cost');
  });

  it('is marked beside its limit', async () => {
    await renderComponent(
      <>
        <MarkedCost text="$1 of $2" counts={PART} />
        <MarkedCost text="$3 of $4" counts={NO_COSTS} />
      </>,
    );
    expect(screen.getByText('$1 of $2').textContent).toBe('$1 of $2+');
    screen.getByText('$3 of $4');
    expect(screen.getAllByRole('img', { name: '44 of 300 calls not priced' })).toHaveLength(1);
  });

  it('lacks nothing if every call has a price', async () => {
    await renderComponent(<Cost summary={{ ...PART, unpricedSpanCount: 0 }} />);
    expect(screen.queryByRole('img')).toBeNull();
  });
});

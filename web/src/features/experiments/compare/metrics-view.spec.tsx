import { screen, within } from '@testing-library/react/pure';
import { UnpricedModelsQuery } from '../../../components/costs/unpriced-note.js';
import { answer } from '../../../testing/answers.js';
import { button, link } from '../../../testing/elements.js';
import { aComparedExperiment } from '../../../testing/factories/comparisons.js';
import { NO_COSTS } from '../../../testing/factories/costs.js';
import { anExperimentRow } from '../../../testing/factories/experiments.js';
import { renderComponent } from '../../../testing/render-page.js';
import { MetricsView } from './metrics-view.js';

const COSTS = [
  { total: { tokens: 9, cost: 1.5 }, spanCount: 300, unpricedSpanCount: 44 },
  { spanCount: 2, unpricedSpanCount: 2 },
  { total: { tokens: 9, cost: 2 }, spanCount: 3 },
  {},
];

describe('the costs of compared experiments', () => {
  it('say how many calls have no price, with links that set prices', async () => {
    const experiments = COSTS.map((part, at) =>
      aComparedExperiment(
        anExperimentRow(at + 1, 'try', { costSummary: { ...NO_COSTS, ...part } }),
      ),
    );
    const page = await renderComponent(
      <MetricsView experiments={experiments} scores={[]} ranges={new Map()} counts={undefined} />,
    );
    const heading = screen.getByRole('heading', { name: /^Cost/ });
    const [bars] = within(heading.closest('li')!).getAllByRole('list');
    const texts = within(bars!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringMatching(/\$1\.50\+44 of 300 calls not priced$/),
      expect.stringMatching(/–2 of 2 calls not priced$/),
      expect.stringMatching(/\$2\.00$/),
      expect.stringMatching(/–$/),
    ]);
    page.answer(
      answer(UnpricedModelsQuery, {
        node: {
          __typename: 'Experiment',
          id: 'experiment-1',
          unpricedModels: [{ name: 'new-1', provider: null, spanCount: 44, tokenCountTotal: 9 }],
        },
      }),
    );
    await page.user.click(button('44 of 300 calls not priced'));
    expect(page.sent(UnpricedModelsQuery)).toEqual([{ id: 'experiment-1' }]);
    link('Set price');
  });
});

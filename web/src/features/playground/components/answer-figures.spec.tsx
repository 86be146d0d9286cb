import { screen } from '@testing-library/react/pure';
import { UnpricedModelsQuery } from '../../../components/costs/unpriced-note.js';
import { answer } from '../../../testing/answers.js';
import { button, link } from '../../../testing/elements.js';
import { NO_COSTS } from '../../../testing/factories/costs.js';
import { anAnswerSpan } from '../../../testing/factories/playground.js';
import { renderComponent } from '../../../testing/render-page.js';
import { AnswerSpanQuery } from '../api/answer-span.js';
import { AnswerFigures } from './answer-figures.js';

describe('the cost of an answer', () => {
  it('can be missing, with a link that sets the price', async () => {
    const costSummary = { ...NO_COSTS, spanCount: 1, unpricedSpanCount: 1 };
    const span = { ...anAnswerSpan(), costSummary };
    const page = await renderComponent(<AnswerFigures span={span} isOutdated={false} />, [
      answer(AnswerSpanQuery, { node: { __typename: 'Span', ...span } }),
      answer(UnpricedModelsQuery, {
        node: {
          __typename: 'Span',
          id: 'span-1',
          unpricedModels: [{ name: 'new-1', provider: null, spanCount: 1, tokenCountTotal: 7 }],
        },
      }),
    ]);
    screen.getByLabelText('no cost, 1 of 1 calls not priced');
    await page.user.click(button('1 of 1 calls not priced'));
    expect(page.sent(UnpricedModelsQuery)).toEqual([{ id: 'span-1' }]);
    link('Set price');
  });

  it('says nothing of prices if it has one', async () => {
    await renderComponent(<AnswerFigures span={anAnswerSpan()} isOutdated={false} />);
    screen.getByText('$0.50');
    expect(screen.queryByText(/not priced/)).toBeNull();
  });
});

import { screen } from '@testing-library/react/pure';
import { answer } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { DatasetChoicesQuery } from '../api/dataset-choices.js';
import { SpanExampleQuery } from '../api/span-mutations.js';
import { AddSpanButton, AddSpansButton } from './add-to-dataset.js';

const answers = [
  answer(DatasetChoicesQuery, { getDatasetByName: null, datasets: { edges: [] } }),
  answer(SpanExampleQuery, {
    node: {
      __typename: 'Span',
      id: 'span-1',
      asExampleRevision: { input: {}, output: {}, metadata: {} },
    },
  }),
];
const forSpan = <AddSpanButton spanId="span-1" />;
const forSpans = (spanIds: string[]) => (
  <AddSpansButton spanIds={spanIds} onDone={() => undefined} />
);

describe('the button that adds to a dataset', () => {
  it.each([
    ['an open span', 'Add to dataset', forSpan],
    ['selected spans', 'Add to dataset…', forSpans(['span-1'])],
  ])('opens the dialog for %s', async (_what, name, component) => {
    const page = await renderComponent(component, answers);
    await page.user.click(button(name));
    screen.getByRole('dialog', { name: 'Add to dataset' });
    await page.user.click(button('Cancel'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is disabled if the selected rows have no span', async () => {
    await renderComponent(forSpans([]));
    expect(button('Add to dataset…')).toHaveProperty('disabled', true);
  });

  it.each([
    ['an open span', forSpan],
    ['selected spans', forSpans(['span-1'])],
  ])('is hidden from viewers for %s', async (_what, component) => {
    await renderComponent(component, [], { as: 'VIEWER' });
    expect(screen.queryByRole('button')).toBeNull();
  });
});

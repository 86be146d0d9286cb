import { screen, within } from '@testing-library/react/pure';
import { answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { DatasetChoicesQuery } from '../api/dataset-choices.js';
import { AddExamplesMutation } from '../api/example-mutations.js';
import { SpanExampleQuery } from '../api/span-mutations.js';
import { AddSpanDialog } from './add-span-dialog.js';

const capitals = { id: 'dataset-1', name: 'capitals', exampleCount: 1 };
const span = answer(SpanExampleQuery, {
  node: {
    __typename: 'Span',
    id: 'span-1',
    asExampleRevision: {
      input: { basket: 2 },
      output: { text: 'paid 2' },
      metadata: { span_kind: 'AGENT' },
    },
  },
});
const choices = answer(DatasetChoicesQuery, {
  getDatasetByName: null,
  datasets: { edges: [{ node: capitals }] },
});
const added = answer(AddExamplesMutation, {
  addExamplesToDataset: { dataset: { id: 'dataset-1', versions: { edges: [] } } },
});

/** Opens the dialog, and returns the page with what the dialog has reported. */
const open = async (...answers: Parameters<typeof renderComponent>[1] & object) => {
  const done: string[] = [];
  const page = await renderComponent(
    <AddSpanDialog spanId="span-1" onClose={() => done.push('closed')} />,
    [choices, ...answers],
  );
  return { page, done };
};

describe('adding a span to a dataset', () => {
  it('lets you edit the example first, and names what is not valid', async () => {
    const { page, done } = await open(span, added);
    expect(field('Input').textContent).toContain('"basket": 2');
    expect(field('Output').textContent).toContain('paid 2');
    expect(button('Add example')).toHaveProperty('disabled', true);
    await page.user.click(field('Dataset'));
    await page.user.click(screen.getByRole('option', { name: /^capitals/ }));
    await page.fill(field('Output'), '{"answer": ');
    await page.user.click(button('Add example'));
    screen.getByText(/^Line 1: /);
    expect(page.sent(AddExamplesMutation)).toEqual([]);
    await page.fill(field('Output'), '{"answer": "paid"}');
    await page.fill(field('Version note'), ' A good one');
    await page.user.click(button('Add example'));
    expect(page.sent(AddExamplesMutation)).toEqual([
      {
        input: {
          datasetId: 'dataset-1',
          examples: [
            {
              input: { basket: 2 },
              output: { answer: 'paid' },
              metadata: { span_kind: 'AGENT' },
              spanId: 'span-1',
            },
          ],
          datasetVersionDescription: 'A good one',
        },
      },
    ]);
    expect(done).toEqual(['closed']);
    await screen.findByText(/^1 example added to capitals\./);
  });

  it('says why the server refuses it, and stays open', async () => {
    const { page, done } = await open(
      span,
      refuse(AddExamplesMutation, 'The span is gone.', 'NOT_FOUND'),
    );
    await page.user.click(field('Dataset'));
    await page.user.click(screen.getByRole('option', { name: /^capitals/ }));
    await page.user.click(button('Add example'));
    within(screen.getByRole('alert')).getByText('The span is gone.');
    expect(done).toEqual([]);
  });

  it('says that the server cannot be reached, and that the span is gone', async () => {
    const { page } = await open(cutOff(SpanExampleQuery));
    screen.getByText('The server cannot be reached');
    page.answer(answer(SpanExampleQuery, { node: { __typename: 'Dataset' } }));
    await page.user.click(button('Try again'));
    screen.getByText('Span not found');
  });
});

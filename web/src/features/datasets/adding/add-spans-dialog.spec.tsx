import { screen, within } from '@testing-library/react/pure';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, field, listTexts } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { type DatasetOption, DatasetChoicesQuery } from '../api/dataset-choices.js';
import { CreateDatasetMutation } from '../api/dataset-mutations.js';
import { AddSpansMutation } from '../api/span-mutations.js';
import { AddSpansDialog } from './add-spans-dialog.js';

const tickets = { id: 'dataset-1', name: 'tickets', exampleCount: 3 };
const more = { id: 'dataset-2', name: 'more tickets', exampleCount: 1 };

/** Answers which datasets can be chosen; `exact` has the name that was typed. */
const choices = (exact: DatasetOption | null, ...others: DatasetOption[]) =>
  answer(DatasetChoicesQuery, {
    getDatasetByName: exact,
    datasets: { edges: others.map((node) => ({ node })) },
  });
const added = answer(AddSpansMutation, ({ input }) => ({
  addSpansToDataset: { dataset: { id: input.datasetId, name: 'the dataset' } },
}));
const created = answer(CreateDatasetMutation, ({ input }) => ({
  createDataset: { dataset: { id: 'dataset-9', name: input.name } },
}));

/** Opens the dialog for spans, and returns the page with what the dialog has reported. */
const open = async (
  spanIds: string[],
  answers: Parameters<typeof renderComponent>[1],
  isPrivate = false,
) => {
  const done: string[] = [];
  const page = await renderComponent(
    <ProjectOfPageProvider value={{ id: 'project-1', isPrivate, viewerRole: 'MEMBER' }}>
      <AddSpansDialog
        spanIds={spanIds}
        onClose={() => done.push('closed')}
        onAdded={() => done.push('added')}
      />
    </ProjectOfPageProvider>,
    answers,
  );
  return { page, done };
};

describe('adding spans to a dataset', () => {
  it('offers the datasets whose names match, and takes the best one on Enter', async () => {
    const { page, done } = await open(['span-1'], [choices(null, more), added]);
    screen.getByText(/^The span becomes an example/);
    page.answer(choices(tickets, more, tickets));
    await page.fill(field('Dataset'), 'tickets');
    const best = await screen.findByRole('option', { name: /^tickets/ });
    expect(best.dataset).toHaveProperty('comboboxSelected');
    expect(listTexts('option')).toEqual(['tickets3 examples', 'more tickets1 example']);
    expect(page.sent(DatasetChoicesQuery).at(-1)).toEqual({ name: 'tickets', first: 20 });
    await page.user.keyboard('{Enter}');
    expect(field('Dataset')).toHaveProperty('value', 'tickets');
    await page.user.click(button('Add 1 example'));
    expect(page.sent(AddSpansMutation)).toEqual([
      {
        input: { datasetId: 'dataset-1', spanIds: ['span-1'], datasetVersionDescription: null },
      },
    ]);
    expect(done).toEqual(['added', 'closed']);
    await screen.findByText(/^1 example added to the dataset\./);
    button('Open dataset');
  });

  it('needs a dataset, and forgets it when its name is changed', async () => {
    const { page } = await open(['span-1', 'span-2'], [choices(null, tickets)]);
    screen.getByText(/^Each of the 2 spans becomes an example/);
    const add = button('Add 2 examples');
    expect(add).toHaveProperty('disabled', true);
    await page.fill(field('Dataset'), '   ');
    expect(add).toHaveProperty('disabled', true);
    expect(screen.queryByRole('option', { name: /^Create/ })).toBeNull();
    await page.user.click(screen.getByRole('option', { name: /^tickets/ }));
    expect(add).toHaveProperty('disabled', false);
    await page.user.type(field('Dataset'), 's');
    expect(add).toHaveProperty('disabled', true);
  });

  it.each([
    ['everyone', false, null],
    ['the members of its private project', true, 'project-1'],
  ])('creates a dataset for %s, with a note', async (_whom, isPrivate, projectId) => {
    const { page, done } = await open(
      ['span-1', 'span-2'],
      [choices(null, more), created, added],
      isPrivate,
    );
    page.answer(choices(null));
    await page.fill(field('Dataset'), ' from traces ');
    await page.user.click(await screen.findByRole('option', { name: 'Create “from traces”' }));
    screen.getByText('This dataset will be created when you add the examples.');
    await page.fill(field('Version note'), 'good answers');
    await page.user.click(button('Add 2 examples'));
    expect(page.sent(CreateDatasetMutation)).toEqual([
      { input: { name: 'from traces', projectId } },
    ]);
    expect(page.sent(AddSpansMutation)).toEqual([
      {
        input: {
          datasetId: 'dataset-9',
          spanIds: ['span-1', 'span-2'],
          datasetVersionDescription: 'good answers',
        },
      },
    ]);
    expect(done).toEqual(['added', 'closed']);
  });

  it('says why spans are refused, and creates the dataset only once', async () => {
    const { page, done } = await open(
      ['span-1'],
      [choices(null), created, refuse(AddSpansMutation, 'Span "1" not found.', 'NOT_FOUND')],
    );
    await page.fill(field('Dataset'), 'fresh');
    await page.user.click(await screen.findByRole('option', { name: 'Create “fresh”' }));
    await page.user.click(button('Add 1 example'));
    within(screen.getByRole('alert')).getByText('Span "1" not found.');
    expect(done).toEqual([]);
    page.answer(added);
    await page.user.click(button('Add 1 example'));
    expect(page.sent(CreateDatasetMutation)).toHaveLength(1);
    expect(page.sent(AddSpansMutation).map(({ input }) => input.datasetId)).toEqual([
      'dataset-9',
      'dataset-9',
    ]);
    expect(done).toEqual(['added', 'closed']);
  });

  it('says why a dataset cannot be created, and adds nothing', async () => {
    const { page, done } = await open(
      ['span-1'],
      [choices(null), refuse(CreateDatasetMutation, 'This name is too long.')],
    );
    await page.fill(field('Dataset'), 'long');
    await page.user.click(await screen.findByRole('option', { name: 'Create “long”' }));
    await page.user.click(button('Add 1 example'));
    within(screen.getByRole('alert')).getByText('This name is too long.');
    expect(page.sent(AddSpansMutation)).toEqual([]);
    expect(done).toEqual([]);
  });

  it('says that the datasets could not be loaded', async () => {
    await open(['span-1'], [cutOff(DatasetChoicesQuery)]);
    screen.getByText('Datasets could not be loaded.');
  });
});

import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import {
  anExampleRow,
  aSplit,
  DATASET_ID,
  InDataset,
  showSplits,
} from '../../../testing/factories/datasets.js';
import { renderComponent } from '../../../testing/render-page.js';
import { SetExamplesSplitsMutation } from '../api/example-mutations.js';
import {
  CreateDatasetSplitMutation,
  DatasetSplitsQuery,
  DeleteDatasetSplitsMutation,
  PatchDatasetSplitMutation,
} from '../api/splits.js';
import { AssignSplitsDialog } from './assign-splits-dialog.js';

const train = aSplit();
const test = aSplit({ id: 'split-2', name: 'test' });
const hard = aSplit({ id: 'split-3', name: 'hard', exampleCount: 0 });
const assigned = answer(SetExamplesSplitsMutation, { setDatasetExamplesSplits: { examples: [] } });

const open = async (...answers: Parameters<typeof renderComponent>[1] & object) => {
  const done: string[] = [];
  const page = await renderComponent(
    <InDataset>
      <AssignSplitsDialog
        members={[
          anExampleRow('France', 'Paris', { datasetSplits: [train] }),
          anExampleRow('Kenya', 'Nairobi'),
        ]}
        onClose={() => done.push('closed')}
        onAssigned={() => done.push('assigned')}
      />
    </InDataset>,
    [showSplits(train, test), ...answers],
  );
  return { page, done };
};
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

describe('the splits of selected examples', () => {
  it('show which have only some of the examples, and keep those as they are', async () => {
    const { page, done } = await open(
      assigned,
      answer(CreateDatasetSplitMutation, { createDatasetSplit: { datasetSplit: hard } }),
    );
    screen.getByRole('dialog', { name: 'Splits for 2 examples' });
    expect(page.sent(DatasetSplitsQuery)).toEqual([{ datasetId: DATASET_ID }]);
    expect(box('train').indeterminate).toBe(true);
    expect(box('test').indeterminate).toBe(false);
    expect(button('Save splits')).toHaveProperty('disabled', true);
    page.answer(showSplits(train, test, hard));
    await page.user.type(field('Find or create a split'), 'hard{Enter}');
    expect(box('hard').checked).toBe(true);
    await page.user.click(box('test'));
    await page.user.click(button('Save splits'));
    expect(page.sent(CreateDatasetSplitMutation)).toMatchObject([
      { input: { name: 'hard', description: null } },
    ]);
    expect(page.sent(SetExamplesSplitsMutation)).toEqual([
      {
        input: {
          datasetId: DATASET_ID,
          exampleIds: ['example-France'],
          datasetSplitIds: ['split-1', 'split-2', 'split-3'],
        },
      },
      {
        input: {
          datasetId: DATASET_ID,
          exampleIds: ['example-Kenya'],
          datasetSplitIds: ['split-2', 'split-3'],
        },
      },
    ]);
    expect(done).toEqual(['assigned', 'closed']);
    await screen.findByText('Splits for 2 examples saved');
  });

  it('get all examples if a half tick becomes a tick', async () => {
    const { page } = await open(assigned);
    await page.user.click(box('train'));
    expect(box('train').checked).toBe(true);
    await page.user.click(button('Save splits'));
    expect(page.sent(SetExamplesSplitsMutation)).toMatchObject([
      { input: { exampleIds: ['example-Kenya'], datasetSplitIds: ['split-1'] } },
    ]);
  });

  it('say why they cannot be saved, and stay open', async () => {
    const { page, done } = await open(
      refuse(SetExamplesSplitsMutation, 'An example is gone.', 'NOT_FOUND'),
    );
    await page.user.click(box('test'));
    await page.user.click(button('Save splits'));
    within(screen.getByRole('alert')).getByText('An example is gone.');
    expect(done).toEqual(['assigned']);
  });
});

describe('all splits', () => {
  it('are renamed and deleted for all datasets', async () => {
    const { page, done } = await open(
      answer(PatchDatasetSplitMutation, { patchDatasetSplit: { datasetSplit: train } }),
      answer(DeleteDatasetSplitsMutation, { deleteDatasetSplits: { datasetSplits: [] } }),
    );
    await page.user.click(button('Manage splits…'));
    const manager = within(screen.getByRole('dialog', { name: 'All splits' }));
    expect(manager.getAllByText('1 example here')).toHaveLength(2);
    await page.user.click(manager.getByRole('button', { name: 'Edit train' }));
    await page.fill(manager.getByRole('textbox', { name: 'Name' }), 'learn');
    page.answer(showSplits(aSplit({ name: 'learn' }), test));
    manager.getByRole('button', { name: 'Save' }).focus();
    await page.user.keyboard('{Enter}');
    manager.getByText('learn');
    expect(page.sent(PatchDatasetSplitMutation)).toEqual([
      {
        input: {
          datasetSplitId: 'split-1',
          name: 'learn',
          color: train.color,
          description: null,
        },
      },
    ]);
    await page.user.click(manager.getByRole('button', { name: 'Delete test' }));
    manager.getByText('This deletes “test” in all datasets. Its examples are kept.');
    page.answer(showSplits(aSplit({ name: 'learn' })));
    manager.getByRole('button', { name: 'Delete split' }).focus();
    await page.user.keyboard('{Enter}');
    expect(manager.queryByText('test')).toBeNull();
    expect(page.sent(DeleteDatasetSplitsMutation)).toEqual([
      { input: { datasetSplitIds: ['split-2'] } },
    ]);
    expect(done).toEqual(['assigned', 'assigned']);
  });

  it('are created there, and say why one is refused', async () => {
    const { page, done } = await open(
      refuse(CreateDatasetSplitMutation, 'Split "train" already exists.', 'CONFLICT'),
      refuse(DeleteDatasetSplitsMutation, 'Split "test" is gone.', 'NOT_FOUND'),
    );
    await page.user.click(button('Manage splits…'));
    await page.user.click(button('New split'));
    await page.fill(field('Name'), 'train');
    await page.user.click(button('Create split'));
    within(screen.getByRole('alert')).getByText('Split "train" already exists.');
    expect(field('Name')).toHaveProperty('value', 'train');
    await page.user.click(button('Delete test'));
    await page.user.click(button('Delete split'));
    screen.getByText('Split "test" is gone.');
    expect(done).toEqual([]);
  });
});

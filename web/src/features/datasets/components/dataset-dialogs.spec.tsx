import { screen, within } from '@testing-library/react/pure';
import { ProjectOptionsQuery } from '../../../components/projects/project-options.js';
import { aConnection, answer, answerRest, refuse } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { aDatasetLabel, DATASET_ID } from '../../../testing/factories/datasets.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  DatasetToEditQuery,
  DeleteDatasetMutation,
  PatchDatasetMutation,
} from '../api/dataset-mutations.js';
import {
  CreateDatasetLabelMutation,
  type DatasetLabel,
  DatasetLabelsQuery,
  DeleteDatasetLabelsMutation,
  SetDatasetLabelsMutation,
} from '../api/labels.js';
import { DatasetDialogs } from './dataset-dialogs.js';

const golden = aDatasetLabel();
const old = aDatasetLabel({ id: 'label-2', name: 'old' });
const dataset = { id: DATASET_ID, name: 'capitals', labels: [golden, old] };
const RENAME = 'PATCH v1/dataset_labels/label-1';

const toEdit = answer(DatasetToEditQuery, {
  node: {
    __typename: 'Dataset',
    id: DATASET_ID,
    name: 'capitals',
    description: 'Cities of the world',
    metadata: { source: 'atlas' },
    exampleCount: 1,
    experimentCount: 2,
    project: null,
  },
});
const labelled = (...labels: DatasetLabel[]) =>
  answer(DatasetLabelsQuery, { datasetLabels: aConnection(labels) });

/** Opens a dialog, and returns the page with what the dialog has reported. */
const open = async (
  action: 'edit' | 'label' | 'delete',
  ...answers: Parameters<typeof renderComponent>[1] & object
) => {
  const done: string[] = [];
  const page = await renderComponent(
    <DatasetDialogs
      opened
      request={{ action, dataset }}
      onClose={() => done.push('closed')}
      onChanged={() => done.push('changed')}
      onDeleted={() => done.push('deleted')}
    />,
    answers,
  );
  return { page, done };
};

describe('editing a dataset', () => {
  it('changes the name, and removes the description', async () => {
    const { page, done } = await open(
      'edit',
      toEdit,
      answer(ProjectOptionsQuery, { projects: { edges: [] } }),
      answer(PatchDatasetMutation, {
        patchDataset: {
          dataset: { id: DATASET_ID, name: 'towns', description: null, metadata: {} },
        },
      }),
    );
    expect(field('Metadata').textContent).toContain('"atlas"');
    expect(button('Save dataset')).toHaveProperty('disabled', true);
    await page.fill(field('Name'), 'towns');
    await page.fill(field('Description'), '');
    await page.user.click(button('Save dataset'));
    expect(page.sent(PatchDatasetMutation)).toEqual([
      {
        input: {
          datasetId: DATASET_ID,
          name: 'towns',
          description: null,
          metadata: { source: 'atlas' },
        },
      },
    ]);
    expect(done).toEqual(['changed', 'closed']);
  });

  it('says why it is refused, and keeps the input', async () => {
    const { page, done } = await open(
      'edit',
      toEdit,
      answer(ProjectOptionsQuery, { projects: { edges: [] } }),
      refuse(PatchDatasetMutation, 'Dataset "tickets" already exists.', 'CONFLICT'),
    );
    await page.fill(field('Name'), 'tickets');
    await page.user.click(button('Save dataset'));
    within(screen.getByRole('alert')).getByText('Dataset "tickets" already exists.');
    expect(field('Name')).toHaveProperty('value', 'tickets');
    expect(done).toEqual([]);
  });
});

describe('deleting a dataset', () => {
  it('needs its name, and says what is lost', async () => {
    const { page, done } = await open(
      'delete',
      toEdit,
      answer(DeleteDatasetMutation, { deleteDataset: { dataset: { id: DATASET_ID } } }),
    );
    const dialog = within(screen.getByRole('dialog', { name: 'Delete capitals' }));
    dialog.getByText('1 example');
    dialog.getByText('2 experiments');
    const confirm = dialog.getByRole('button', { name: 'Delete dataset' });
    expect(confirm).toHaveProperty('disabled', true);
    await page.fill(dialog.getByRole('textbox'), 'capital');
    expect(confirm).toHaveProperty('disabled', true);
    await page.fill(dialog.getByRole('textbox'), 'capitals');
    await page.user.click(confirm);
    expect(page.sent(DeleteDatasetMutation)).toEqual([{ input: { datasetId: DATASET_ID } }]);
    expect(done).toEqual(['deleted', 'closed']);
    await screen.findByText('Dataset capitals deleted');
  });

  it('says why the server refuses it', async () => {
    const { page, done } = await open(
      'delete',
      toEdit,
      refuse(DeleteDatasetMutation, 'This dataset is in use.', 'CONFLICT'),
    );
    await page.fill(screen.getByRole('textbox'), 'capitals');
    await page.user.click(button('Delete dataset'));
    within(screen.getByRole('alert')).getByText('This dataset is in use.');
    expect(done).toEqual([]);
  });
});

describe('the labels of a dataset', () => {
  const saved = answer(SetDatasetLabelsMutation, {
    setDatasetLabels: { dataset: { id: DATASET_ID, labels: [] } },
  });

  it('are created and saved with the keyboard alone', async () => {
    const map = aDatasetLabel({ id: 'label-3', name: 'map' });
    const { page, done } = await open(
      'label',
      labelled(golden, old),
      saved,
      answer(CreateDatasetLabelMutation, { createDatasetLabel: { datasetLabel: map } }),
    );
    const dialog = within(screen.getByRole('dialog', { name: 'Labels for capitals' }));
    page.answer(labelled(golden, map, old));
    await page.user.type(dialog.getByRole('textbox'), 'map{Enter}');
    expect(dialog.getByRole('checkbox', { name: 'map' })).toHaveProperty('checked', true);
    // The exact match is toggled, and not created again.
    await page.user.type(dialog.getByRole('textbox'), 'old{Enter}');
    expect(dialog.getByRole('checkbox', { name: 'old' })).toHaveProperty('checked', false);
    dialog.getByRole('button', { name: 'Save labels' }).focus();
    await page.user.keyboard('{Enter}');
    expect(page.sent(CreateDatasetLabelMutation)).toMatchObject([
      { input: { name: 'map', description: null } },
    ]);
    expect(page.sent(SetDatasetLabelsMutation)).toEqual([
      { input: { datasetId: DATASET_ID, datasetLabelIds: ['label-1', 'label-3'] } },
    ]);
    expect(done).toEqual(['changed', 'closed']);
  });

  it('are renamed and recolored for all datasets', async () => {
    const { page, done } = await open('label', labelled(golden, old), answerRest(RENAME, {}));
    await page.user.click(button('Manage labels…'));
    const manager = within(screen.getByRole('dialog', { name: 'All dataset labels' }));
    await page.user.click(manager.getByRole('button', { name: 'Edit golden' }));
    await page.fill(manager.getByRole('textbox', { name: 'Name' }), 'gold');
    await page.user.click(manager.getByRole('radio', { name: 'Violet' }));
    page.answer(labelled(aDatasetLabel({ name: 'gold' }), old));
    await page.user.click(manager.getByRole('button', { name: 'Save' }));
    manager.getByText('gold');
    expect(page.calls(RENAME)).toEqual([{ name: 'gold', color: '#8a5cd6', description: null }]);
    expect(done).toEqual(['changed']);
  });

  it.each([
    ['Label "old" already exists.', 'Label "old" already exists.'],
    ['{"detail":[]}', 'The server rejected this name or color.'],
  ])('say why a change is refused (%s)', async (body, shown) => {
    const { page, done } = await open(
      'label',
      labelled(golden, old),
      answerRest(RENAME, body, 409),
    );
    await page.user.click(button('Manage labels…'));
    await page.user.click(button('Edit golden'));
    await page.fill(field('Name'), 'old');
    await page.user.click(button('Save'));
    within(screen.getByRole('alert')).getByText(shown);
    expect(field('Name')).toHaveProperty('value', 'old');
    expect(done).toEqual([]);
  });

  it('are deleted everywhere, and no longer saved with the dataset', async () => {
    const { page, done } = await open(
      'label',
      labelled(golden, old),
      saved,
      answer(DeleteDatasetLabelsMutation, { deleteDatasetLabels: { datasetLabels: [] } }),
    );
    await page.user.click(button('Manage labels…'));
    await page.user.click(button('Delete old'));
    screen.getByText('This deletes “old” and removes it from 1 dataset.');
    page.answer(labelled(golden));
    await page.user.click(button('Delete label'));
    expect(screen.queryByText('old')).toBeNull();
    expect(page.sent(DeleteDatasetLabelsMutation)).toEqual([
      { input: { datasetLabelIds: ['label-2'] } },
    ]);
    expect(done).toEqual(['changed']);
    await page.user.click(button('Back'));
    await page.user.click(button('Save labels'));
    expect(page.sent(SetDatasetLabelsMutation)).toEqual([
      { input: { datasetId: DATASET_ID, datasetLabelIds: ['label-1'] } },
    ]);
  });

  it('cannot be created twice', async () => {
    const { page } = await open(
      'label',
      labelled(golden),
      refuse(CreateDatasetLabelMutation, 'Label "golden" already exists.', 'CONFLICT'),
    );
    await page.user.click(button('Manage labels…'));
    await page.user.click(button('New label'));
    await page.fill(field('Name'), 'golden');
    await page.user.click(button('Create label'));
    within(screen.getByRole('alert')).getByText('Label "golden" already exists.');
    expect(field('Name')).toHaveProperty('value', 'golden');
  });
});

import { screen, within } from '@testing-library/react/pure';
import { aConnection, answer, cutOff, keepWaiting, refuse } from '../../../testing/answers.js';
import { button, item, link } from '../../../testing/elements.js';
import {
  aDatasetFrame,
  aDatasetRow,
  aDatasetVersion,
  anExampleRow,
  DATASET_ID,
  listDatasets,
  showDataset,
} from '../../../testing/factories/datasets.js';
import { renderPage } from '../../../testing/render-page.js';
import { DatasetFrameQuery } from '../api/dataset-frame.js';
import { DatasetToEditQuery, DeleteDatasetMutation } from '../api/dataset-mutations.js';
import { VersionsListQuery } from '../api/versions-list.js';

const PATH = `/datasets/${DATASET_ID}/examples`;
const HOSTILE = `<img src=x onerror="alert(1)"> "quoted" 'it' & 東京 مرحبا \\ / ?x=1#y`;

const france = anExampleRow('France', 'Paris');
const shown = showDataset(aDatasetFrame(), france);

describe('the page of a dataset', () => {
  it('shows any name as it is, also in the code that reads the dataset', async () => {
    const frame = aDatasetFrame({ name: HOSTILE, description: HOSTILE });
    const page = await renderPage(PATH, showDataset(frame, france));
    screen.getByRole('heading', { name: HOSTILE, level: 1 });
    expect(document.title).toContain(HOSTILE);
    await page.user.click(button('Use in code'));
    const dialog = screen.getByRole('dialog', { name: 'Use in code' });
    expect(dialog.textContent).toContain(`dataset=${JSON.stringify(HOSTILE)},`);
    expect(dialog.textContent).toContain('get_dataset(');
    expect(dialog.textContent).not.toContain('version_id');
  });

  it('offers code for the version shown', async () => {
    const page = await renderPage(`${PATH}?version=version-1`, shown);
    await page.user.click(button('Use in code'));
    within(screen.getByRole('dialog')).getByText('Read the examples of this version');
    expect(screen.getByRole('dialog').textContent).toContain('version_id="version-1"');
  });

  it('reports a dataset that does not exist', async () => {
    const page = await renderPage(PATH, [
      ...shown,
      refuse(DatasetFrameQuery, 'No dataset has this ID.', 'NOT_FOUND'),
    ]);
    screen.getByText('Dataset not found');
    expect(screen.queryByRole('table')).toBeNull();
    expect(button('All datasets').textContent).toBe('All datasets');
    expect(page.address()).toBe(PATH);
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const page = await renderPage(PATH, [...shown, cutOff(DatasetFrameQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(...shown);
    await page.user.click(button('Try again'));
    screen.getByRole('heading', { name: 'capitals', level: 1 });
  });

  it('leads to the list once the dataset was deleted', async () => {
    const page = await renderPage(PATH, [
      ...shown,
      ...listDatasets(aDatasetRow({ name: 'tickets' })),
      keepWaiting(DatasetToEditQuery),
      answer(DeleteDatasetMutation, { deleteDataset: { dataset: { id: DATASET_ID } } }),
    ]);
    await page.user.click(button('Actions for capitals'));
    await page.user.click(item('Delete…'));
    screen.getByText(/^This also deletes all examples in all versions/);
    await page.fill(within(screen.getByRole('dialog')).getByRole('textbox'), 'capitals');
    await page.user.click(button('Delete dataset'));
    expect(page.address()).toBe('/datasets');
    link('tickets');
  });
});

describe('the versions of a dataset', () => {
  it('are listed newest first with their changes, and lead to their examples', async () => {
    const versions = aConnection([
      aDatasetVersion(2, { exampleCount: 3, deletedCount: 2, updatedCount: 4 }),
      aDatasetVersion(1, { exampleCount: 5, createdCount: 5, description: null, user: null }),
    ]);
    const node = { __typename: 'Dataset' as const, id: DATASET_ID, versions };
    await renderPage(`/datasets/${DATASET_ID}/versions`, [
      ...shown,
      answer(VersionsListQuery, { node }),
    ]);
    const rows = screen.getAllByRole('row').slice(1);
    expect(
      rows.map((line) =>
        within(line)
          .getAllByRole('cell')
          .slice(0, 7)
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Version 2latest', 'Note 2', '3', '–', '4', '−2', 'ada'],
      ['Version 1', '–', '5', '+5', '–', '–', '–'],
    ]);
    expect(link('Version 2').getAttribute('href')).toBe(PATH);
    expect(link('Version 1').getAttribute('href')).toBe(`${PATH}?version=version-1`);
    screen.getByText('2 versions');
    expect(document.title).toBe('Versions · capitals · Datasets · Spandrel');
  });
});

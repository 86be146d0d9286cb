import { screen, within } from '@testing-library/react/pure';
import { aConnection, answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, field, link } from '../../../testing/elements.js';
import {
  aDatasetFrame,
  anExampleRow,
  aSplit,
  DATASET_ID,
  showDataset,
} from '../../../testing/factories/datasets.js';
import { renderPage } from '../../../testing/render-page.js';
import { DeleteExamplesMutation } from '../api/example-mutations.js';
import { ExamplesListQuery } from '../api/examples-list.js';

const PATH = `/datasets/${DATASET_ID}/examples`;

const france = anExampleRow('France', 'Paris', { datasetSplits: [aSplit()] });
const japan = anExampleRow('Japan', 'Tokyo', { id: 'RGF0YXNldEV4YW1wbGU6Nw==', externalId: null });
const kenya = anExampleRow('Kenya', 'Nairobi');
const shown = showDataset(aDatasetFrame(), france, japan, kenya);
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });

const cellsOfRows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ children }) => [...children].map(({ textContent }) => textContent));

describe('the examples of a dataset', () => {
  it('are shown at the latest version, as text, below the name of the dataset', async () => {
    const page = await renderPage(`/datasets/${DATASET_ID}`, shown);
    expect(page.address()).toBe(PATH);
    expect(cellsOfRows()).toEqual([
      ['france', 'Capital of France?', 'Paris', 'train', 'atlas'],
      ['#7', 'Capital of Japan?', 'Tokyo', '', 'atlas'],
      ['kenya', 'Capital of Kenya?', 'Nairobi', '', 'atlas'],
    ]);
    screen.getByRole('heading', { name: 'capitals', level: 1 });
    screen.getByText('Cities of the world');
    screen.getByText('3 examples');
    link('Examples 3');
    link('Versions 2');
    expect(document.title).toBe('Examples · capitals · Datasets · Spandrel');
    expect(page.sent(ExamplesListQuery)).toEqual([
      { id: DATASET_ID, first: 50, after: null, version: null, splits: null, text: null },
    ]);
    expect(link('Upload a file').getAttribute('href')).toBe(`/datasets/upload?into=${DATASET_ID}`);
  });

  it('are found by any text in them, and the URL contains the search', async () => {
    const page = await renderPage(PATH, [
      ...shown,
      answer(ExamplesListQuery, ({ text, id }) => ({
        node: { __typename: 'Dataset' as const, id, examples: aConnection(text ? [] : [kenya]) },
      })),
    ]);
    await page.fill(field('Search input, output and metadata'), 'nowhere');
    await page.user.keyboard('{Enter}');
    screen.getByText('No examples match the filters');
    screen.getByText('No input, output or metadata contains “nowhere”.');
    expect(page.sent(ExamplesListQuery).at(-1)?.text).toBe('nowhere');
    expect(page.address()).toBe(`${PATH}?q=nowhere`);
    await page.user.click(button('Clear filters'));
    link('kenya');
    expect(page.address()).toBe(PATH);
  });

  it('can be filtered by the splits that have some of them', async () => {
    const page = await renderPage(PATH, shown);
    await page.user.click(button('Splits'));
    await page.user.click(screen.getByRole('checkbox', { name: 'test' }));
    expect(page.sent(ExamplesListQuery).at(-1)?.splits).toEqual(['split-2']);
    expect(page.address()).toBe(`${PATH}?splits=split-2`);
  });

  it('are read with the filters and the version in the URL', async () => {
    const page = await renderPage(`${PATH}?q=cap&splits=split-1&version=version-1`, shown);
    expect(page.sent(ExamplesListQuery)).toMatchObject([
      { version: 'version-1', splits: ['split-1'], text: 'cap' },
    ]);
    expect(field('Search input, output and metadata')).toHaveProperty('value', 'cap');
  });

  it('say that there are none in the selected splits, or in the version', async () => {
    const page = await renderPage(`${PATH}?splits=split-1&version=version-1`, [
      ...showDataset(aDatasetFrame()),
    ]);
    screen.getByText('No examples are in the selected splits.');
    await page.user.click(button('Clear filters'));
    screen.getByText('The dataset was empty in this version.');
  });

  it('explain how to add the first one', async () => {
    await renderPage(PATH, showDataset(aDatasetFrame({ versions: { edges: [] } })));
    screen.getByText('Waiting for the first example…');
    screen.getByText(/add_examples_to_dataset\(/);
    link('Versions 0');
  });

  it('are read-only for viewers', async () => {
    await renderPage(PATH, shown, { as: 'VIEWER' });
    link('france');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add example' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Upload a file' })).toBeNull();
  });

  it('appear on request once others have added them, also for viewers', async () => {
    await renderPage(PATH, showDataset(aDatasetFrame({ versions: { edges: [] } })), {
      as: 'VIEWER',
    });
    screen.getByText('Examples will appear here when members or administrators add them.');
    expect(screen.queryByText(/add_examples_to_dataset/)).toBeNull();
  });

  it('are read-only at an earlier version, until the latest is shown again', async () => {
    const page = await renderPage(PATH, shown);
    await page.user.click(button('Latest version'));
    await page.user.click(screen.getByRole('menuitem', { name: /Version 1/ }));
    expect(page.address()).toBe(`${PATH}?version=version-1`);
    expect(page.sent(ExamplesListQuery).at(-1)?.version).toBe('version-1');
    const banner = within(screen.getByRole('region', { name: 'Version shown' }));
    banner.getByText('Version 1');
    banner.getByText(/6 examples/);
    banner.getByText(/Note 1/);
    button('Earlier version');
    expect(screen.queryByRole('button', { name: 'Add example' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Upload a file' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await page.user.click(button('Back to latest'));
    expect(page.address()).toBe(PATH);
    expect(page.sent(ExamplesListQuery).at(-1)?.version).toBeNull();
    button('Add example');
  });

  it('are selected with Shift, and no longer with Escape', async () => {
    const page = await renderPage(PATH, shown);
    await page.user.click(box('france'));
    await page.user.keyboard('{Shift>}');
    await page.user.click(box('kenya'));
    await page.user.keyboard('{/Shift}');
    screen.getByText('3 examples selected');
    await page.user.click(button('Splits…'));
    screen.getByRole('dialog', { name: 'Splits for 3 examples' });
    await page.user.click(button('Cancel'));
    await page.user.keyboard('{Escape}');
    expect(screen.queryByText('3 examples selected')).toBeNull();
    expect(box('france')).toHaveProperty('checked', false);
  });

  it('are deleted together, with a note', async () => {
    const page = await renderPage(PATH, [
      ...shown,
      refuse(DeleteExamplesMutation, 'One of them is gone.', 'NOT_FOUND'),
    ]);
    await page.user.click(box('france'));
    await page.user.click(box('kenya'));
    await page.user.click(button('Delete…'));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete 2 examples' }));
    dialog.getByText(/Earlier versions still contain them/);
    await page.fill(dialog.getByRole('textbox', { name: 'Version note' }), ' Not asked for ');
    await page.user.click(dialog.getByRole('button', { name: 'Delete 2 examples' }));
    dialog.getByText('One of them is gone.');

    const versions = { edges: [{ node: { id: 'version-3', sequenceNumber: 3 } }] };
    page.answer(
      ...showDataset(aDatasetFrame({ versions, exampleCount: 1 }), japan),
      answer(DeleteExamplesMutation, {
        deleteDatasetExamples: { dataset: { id: DATASET_ID, versions } },
      }),
    );
    await page.user.click(dialog.getByRole('button', { name: 'Delete 2 examples' }));
    expect(page.sent(DeleteExamplesMutation).at(-1)).toEqual({
      input: {
        datasetId: DATASET_ID,
        exampleIds: ['example-France', 'example-Kenya'],
        datasetVersionDescription: 'Not asked for',
      },
    });
    expect(cellsOfRows().map(([name]) => name)).toEqual(['#7']);
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
    link('Versions 3');
    // The page does not announce its own changes.
    expect(screen.queryByRole('button', { name: 'Show new version' })).toBeNull();
    await screen.findByText('2 examples deleted');
  });

  it('say that the server cannot be reached, and are loaded again', async () => {
    const page = await renderPage(PATH, [...shown, cutOff(ExamplesListQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(...shown);
    await page.user.click(button('Try again'));
    link('france');
  });
});

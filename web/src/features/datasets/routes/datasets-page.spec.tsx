import { screen, within } from '@testing-library/react/pure';
import { ProjectOptionsQuery } from '../../../components/projects/project-options.js';
import { aConnection, answer, cutOff } from '../../../testing/answers.js';
import { button, field, link, listTexts, row } from '../../../testing/elements.js';
import {
  aDatasetFrame,
  aDatasetLabel,
  aDatasetRow,
  listDatasets,
  showDataset,
} from '../../../testing/factories/datasets.js';
import { renderPage } from '../../../testing/render-page.js';
import { CreateDatasetMutation } from '../api/dataset-mutations.js';
import { DatasetsListQuery } from '../api/datasets-list.js';

const tickets = aDatasetRow({ id: 'dataset-2', name: 'tickets', description: null });
const HOSTILE = `<img src=x onerror="alert(1)"> "quoted" 'it' & 東京 مرحبا \\ / ?x=1#y`;

describe('the list of datasets', () => {
  it('shows each with its figures, newest first', async () => {
    const page = await renderPage('/datasets', listDatasets(tickets, aDatasetRow()));
    const cells = within(row(/^capitals/)).getAllByRole('cell');
    expect(cells.slice(0, 5).map(({ textContent }) => textContent)).toEqual([
      'capitals',
      '',
      'Cities of the world',
      '1',
      '0',
    ]);
    screen.getByText('2 datasets');
    expect(link('capitals').getAttribute('href')).toBe('/datasets/dataset-1');
    expect(document.title).toBe('Datasets · Spandrel');
    expect(page.sent(DatasetsListQuery)).toEqual([
      { first: 50, after: null, sort: { col: 'createdAt', dir: 'desc' }, filter: {} },
    ]);
  });

  it('sorts by name, and keeps the sort in the URL', async () => {
    const page = await renderPage('/datasets', listDatasets(tickets, aDatasetRow()));
    await page.user.click(button('Name'));
    await page.user.click(button('Name'));
    expect(page.sent(DatasetsListQuery).at(-1)?.sort).toEqual({ col: 'name', dir: 'asc' });
    expect(page.address()).toBe('/datasets?sort=name');
  });

  it('reads sort, filters and columns from the URL', async () => {
    const page = await renderPage(
      '/datasets?sort=-name&q=cap&labels=label-1&columns=name,actions,createdBy',
      listDatasets(aDatasetRow()),
    );
    expect(page.sent(DatasetsListQuery)).toMatchObject([
      {
        sort: { col: 'name', dir: 'desc' },
        filter: { col: 'name', value: 'cap', filterLabels: ['label-1'] },
      },
    ]);
    expect(field('Filter datasets by name')).toHaveProperty('value', 'cap');
    expect(listTexts('columnheader')).toEqual(['Name', 'Actions', 'Created by']);
    screen.getByText('1 match');
  });

  it('filters by part of the name, and shows all again', async () => {
    const page = await renderPage('/datasets', [
      ...listDatasets(aDatasetRow()),
      answer(DatasetsListQuery, ({ filter }) => ({
        datasets: aConnection(filter?.value ? [] : [aDatasetRow()]),
      })),
    ]);
    await page.fill(field('Filter datasets by name'), 'nothing');
    screen.getByText('No datasets match the filters');
    screen.getByText('No dataset name contains “nothing”.');
    expect(page.address()).toBe('/datasets?q=nothing');
    expect(page.sent(DatasetsListQuery).at(-1)?.filter).toEqual({ col: 'name', value: 'nothing' });
    await page.user.click(button('Clear filters'));
    link('capitals');
    expect(page.address()).toBe('/datasets');
  });

  it('filters by label, and keeps the label in the URL', async () => {
    const page = await renderPage('/datasets', listDatasets(tickets, aDatasetRow()));
    await page.user.click(button('Labels'));
    await page.user.click(screen.getByRole('checkbox', { name: aDatasetLabel().name }));
    expect(page.sent(DatasetsListQuery).at(-1)?.filter).toEqual({ filterLabels: ['label-1'] });
    expect(page.address()).toBe('/datasets?labels=label-1');
  });

  it('keeps the selected columns in the URL', async () => {
    const page = await renderPage('/datasets', listDatasets(aDatasetRow()));
    await page.user.click(button('Columns'));
    await page.user.click(screen.getByRole('checkbox', { name: 'Created by' }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Description' }));
    expect(listTexts('columnheader')).toContain('Created by');
    expect(listTexts('columnheader')).not.toContain('Description');
    expect(page.address()).toBe(
      '/datasets?columns=name,labels,examples,experiments,createdAt,updatedAt,actions,createdBy',
    );
  });

  it('shows any name and description as they are', async () => {
    await renderPage(
      '/datasets',
      listDatasets(aDatasetRow({ name: HOSTILE, description: HOSTILE })),
    );
    link(HOSTILE);
    expect(screen.getAllByText(HOSTILE)).toHaveLength(2);
  });

  it('explains how to create the first dataset', async () => {
    await renderPage('/datasets', listDatasets());
    screen.getByRole('heading', { name: 'Create your first dataset' });
    screen.getByText('Waiting for the first dataset…');
    screen.getByText(/create_dataset\(/);
    expect(link('Upload a file').getAttribute('href')).toBe('/datasets/upload');
    button('New dataset');
  });

  it('shows the first dataset even if it arrived before the first poll', async () => {
    let answered = 0;
    await renderPage('/datasets', [
      ...listDatasets(tickets),
      answer(DatasetsListQuery, () => {
        answered += 1;
        return { datasets: aConnection(answered === 1 ? [] : [tickets]) };
      }),
    ]);
    link('tickets');
    expect(answered).toBe(2);
  });

  it('tells viewers that there are none', async () => {
    await renderPage(
      '/datasets',
      [...listDatasets(), answer(ProjectOptionsQuery, { projects: { edges: [] } })],
      { as: 'VIEWER' },
    );
    screen.getByText('No datasets yet');
    expect(screen.queryByRole('button', { name: 'New dataset' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Upload a file' })).toBeNull();
  });

  it('opens a dataset that was created', async () => {
    const page = await renderPage('/datasets', [
      ...listDatasets(aDatasetRow()),
      ...showDataset(aDatasetFrame({ id: 'dataset-3', name: 'gardens', exampleCount: 0 })),
      answer(ProjectOptionsQuery, { projects: { edges: [] } }),
      answer(CreateDatasetMutation, {
        createDataset: { dataset: { id: 'dataset-3', name: 'gardens' } },
      }),
    ]);
    await page.user.click(button('New dataset'));
    await page.fill(field('Name'), 'gardens');
    await page.user.click(button('Create dataset'));
    expect(page.address()).toBe('/datasets/dataset-3/examples');
    screen.getByRole('heading', { name: 'gardens', level: 1 });
    screen.getByText('No examples yet');
  });

  it('says that the server cannot be reached, and tries again', async () => {
    const page = await renderPage('/datasets', [...listDatasets(), cutOff(DatasetsListQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(...listDatasets(aDatasetRow()));
    await page.user.click(button('Try again'));
    link('capitals');
  });
});

import type { Locator, Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { anEvaluation, anExperiment, aRun } from '../support/factories/experiment.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aDataset } from '../support/factories/dataset.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import {
  EXAMPLES,
  experimentsToShow,
  RUNS_SO_FAR,
  type ShownExperiments,
} from './experiments-to-show.js';

describe('the experiments of a dataset', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let shown: ShownExperiments;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    shown = await experimentsToShow(server);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(async () => {
    page = await browser.open(`${server.url}/datasets/${shown.dataset}/experiments`);
    await page.getByRole('link', { name: 'first try' }).waitFor();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  it('are listed newest first with their runs, failures and scores', async () => {
    expect(await rows(page).count()).toBe(3);
    expect(await rows(page).first().textContent()).toContain('half way');
    await row(page, 'half way')
      .getByText(`${RUNS_SO_FAR} / ${EXAMPLES * 2}`)
      .waitFor();
    const failures = await row(page, 'first try').textContent();
    expect(failures).toContain('6.7%');
    expect(failures).toContain('0.5');
    expect(await row(page, 'second try').textContent()).toContain('0.667');
  });

  it('are found by name and description, and the URL contains the search', async () => {
    await page.getByRole('textbox', { name: /Find experiments/ }).fill('sentences');
    await page.keyboard.press('Enter');
    await eventually('one row', async () => (await rows(page).count()) === 1);
    await page.getByRole('link', { name: 'second try' }).waitFor();
    expect(page.url()).toContain('q=sentences');

    await page.getByRole('textbox', { name: /Find experiments/ }).fill('nothing like it');
    await page.keyboard.press('Enter');
    await page.getByText('No experiments match').waitFor();
    await page.getByRole('button', { name: 'Show all experiments' }).click();
    await eventually('all rows', async () => (await rows(page).count()) === 3);
  });

  it('show the selected columns, and the URL contains them', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Metadata' }).click();
    await page.keyboard.press('Escape');
    await row(page, 'second try').getByText('model-2').waitFor();
    const passedOn = await browser.open(page.url());
    await row(passedOn, 'second try').getByText('model-2').waitFor();
  });

  it('are compared when two are selected, with the oldest as the base experiment', async () => {
    await select(page, 'second try');
    const compare = page.getByRole('region', { name: 'Selected rows' }).getByText('Compare');
    expect(await compare.count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Compare' }).count()).toBe(0);
    await select(page, 'first try');
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'Compare', level: 1 }).waitFor();
    const [first, second] = shown.experiments.map(encodeURIComponent);
    expect(page.url()).toContain(`?experimentId=${first}&experimentId=${second}`);
  });

  it('can be selected with Shift, and all at once', async () => {
    await select(page, 'half way');
    await page
      .getByRole('checkbox', { name: 'Select #1 first try' })
      .click({ modifiers: ['Shift'] });
    await page.getByText('3 experiments selected').waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('checkbox', { name: 'Select all listed experiments' }).click();
    await page.getByText('3 experiments selected').waitFor();
  });

  it('have one baseline, which another can replace', async () => {
    await openMenu(page, 'first try');
    await page.getByRole('menuitem', { name: 'Set as baseline' }).click();
    await row(page, 'first try').getByText('Baseline').waitFor();
    await select(page, 'second try');
    await page.getByRole('button', { name: 'Set as baseline' }).click();
    await page.getByText('second try is now the baseline instead of first try').waitFor();
    await row(page, 'second try').getByText('Baseline').waitFor();
    await eventually(
      'one baseline',
      async () => (await page.getByText('Baseline', { exact: true }).count()) === 1,
    );
  });

  it('are renamed and described from their menu', async () => {
    await openMenu(page, 'second try');
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit experiment' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('second attempt');
    const metadata = dialog.getByRole('textbox', { name: 'Metadata' });
    await metadata.fill('{ "model": ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/^Line 1/).waitFor();
    await metadata.fill('{ "seed": 12345678901234567890 }');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'second attempt' }).click();
    await page.getByText('12345678901234567890').waitFor();
  });

  it('link to their traces and downloads, and copy their ID', async () => {
    await openMenu(page, 'first try');
    const csv = page.getByRole('menuitem', { name: 'Download CSV' });
    expect(await csv.getAttribute('href')).toContain(
      `v1/experiments/${encodeURIComponent(shown.experiments[0])}/csv`,
    );
    const download = page.waitForEvent('download');
    await csv.click();
    expect((await download).suggestedFilename()).toBe('first try.csv');
    await openMenu(page, 'first try');
    await page.getByRole('menuitem', { name: 'Copy ID' }).click();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
      shown.experiments[0],
    );
    await openMenu(page, 'first try');
    await page.getByRole('menuitem', { name: 'Traces' }).click();
    await page.waitForURL(/\/projects\/.+\/traces/);
  });

  it('are updated while they are shown', async () => {
    const [, , id] = shown.experiments;
    const experimentId = Number(Buffer.from(id, 'base64').toString().split(':')[1]);
    const [example] = await server.sql<{ id: number }>(
      'SELECT max(example_id) AS id FROM experiment_examples WHERE experiment_id = $1',
      [experimentId],
    );
    const run = await aRun(server, { experiment_id: experimentId, example_id: example!.id });
    const grown = row(page, 'half way');
    await grown.getByText(`${RUNS_SO_FAR + 1} / ${EXAMPLES * 2}`).waitFor();
    await anEvaluation(server, { run_id: run.id, name: 'exact', score: 1 });
    await grown.getByText(`1/${RUNS_SO_FAR + 1}`).waitFor();
  });

  it('are deleted only after typing the name, with a warning about the consequences', async () => {
    const { dataset_id } = await anExperiment(server, { name: 'mistake' });
    await page.goto(`${server.url}/datasets/${globalId('Dataset', dataset_id)}/experiments`);
    await openMenu(page, 'mistake');
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete mistake' });
    await dialog.getByText('0 runs').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Delete experiment' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('mistake');
    await confirm.click();
    await page.getByRole('heading', { name: 'Run your first experiment' }).waitFor();
  });

  it('are explained until the first one arrives', async () => {
    const dataset = await aDataset(server, { name: 'rivers' });
    await anExample(server, { dataset_id: dataset.id });
    await page.goto(`${server.url}/datasets/${globalId('Dataset', dataset.id)}/experiments`);
    await page.getByText('dataset="rivers"').waitFor();
    await page.getByRole('tab', { name: 'TypeScript' }).last().click();
    await page.getByText('datasetName: "rivers"').waitFor();
    await page.getByText('Waiting for the first experiment').waitFor();
    await anExperiment(server, { name: 'at last', dataset_id: dataset.id });
    await page.getByRole('link', { name: 'at last' }).waitFor();
  });

  it('are listed for all datasets together, but can be compared only within one', async () => {
    await anExperiment(server, { name: 'elsewhere' });
    await page.getByRole('link', { name: 'Experiments', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Experiments', level: 1 }).waitFor();
    await row(page, 'first try').getByRole('link', { name: 'capitals' }).waitFor();
    await select(page, 'elsewhere');
    await select(page, 'first try');
    await page.getByText('2 experiments selected').waitFor();
    expect(await page.getByRole('link', { name: 'Compare' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Compare' }).hover();
    await page.getByText('Only experiments of the same dataset can be compared').waitFor();
  });
});

function rows(page: Page): Locator {
  return page
    .getByRole('region', { name: 'Experiments', exact: true })
    .locator('tbody')
    .getByRole('row');
}

function row(page: Page, name: string): Locator {
  return rows(page).filter({ has: page.getByRole('link', { name }) });
}

function openMenu(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name: `Actions for ${name}` }).click();
}

function select(page: Page, name: string): Promise<void> {
  return row(page, name).getByRole('checkbox').click();
}

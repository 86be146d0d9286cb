import type { Locator, Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { aDataset, type DatasetRow } from '../support/factories/dataset.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aDatasetLabel } from '../support/factories/dataset-marks.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';

const HOSTILE = `<img src=x onerror="alert(1)"> "quoted" 'it' & 東京 مرحبا \\ / ?x=1#y`;

describe('the datasets', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;
  let capitals: DatasetRow;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    capitals = await aDataset(server, { name: 'capitals', description: 'Cities of the world' });
    await anExample(server, { dataset_id: capitals.id });
    await aDataset(server, { name: 'tickets' });
    page = await browser.open(`${server.url}/datasets`);
    await link('tickets').waitFor();
  });
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const row = (name: string) => page.getByRole('row').filter({ has: link(name) });
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const names = async () => (await page.locator('tbody a').allTextContents()).join();

  it('are listed with their figures, newest first', async () => {
    expect(await names()).toBe('tickets,capitals');
    expect(await row('capitals').textContent()).toContain('Cities of the world10');
    expect(await page.title()).toBe('Datasets · Spandrel');
  });

  it('are sorted by name, and the URL contains the sort', async () => {
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await eventually('list by name', async () => (await names()) === 'capitals,tickets');
    await page.reload();
    await eventually('list by name', async () => (await names()) === 'capitals,tickets');
  });

  it('are found by part of their name', async () => {
    await page.getByRole('textbox', { name: 'Filter datasets by name' }).fill('APIT');
    await link('tickets').waitFor({ state: 'detached' });
    await link('capitals').waitFor();
    await page.getByRole('textbox', { name: 'Filter datasets by name' }).fill('nothing like it');
    await page.getByText('No datasets match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await link('tickets').waitFor();
  });

  it('are found by label, and the URL shows everyone the same list', async () => {
    await aDatasetLabel(server, { name: 'golden', datasets: [capitals] });
    await page.reload();
    await page.getByRole('button', { name: 'Labels' }).click();
    await page.getByRole('checkbox', { name: 'golden' }).check();
    await link('tickets').waitFor({ state: 'detached' });
    const passedOn = await browser.open(page.url());
    await passedOn.getByRole('link', { name: 'capitals' }).waitFor();
    expect(await passedOn.locator('tbody a').allTextContents()).toEqual(['capitals']);
    await passedOn.close();
  });

  it('are created in a dialog that keeps invalid JSON', async () => {
    await page.getByRole('button', { name: 'New dataset' }).click();
    await dialog('New dataset').getByLabel('Name').fill('gardens');
    await dialog('New dataset').getByLabel('Description').fill('What grows.');
    const metadata = dialog('New dataset').getByRole('textbox', { name: 'Metadata' });
    await metadata.fill('{"owner": Ada}');
    await metadata.press('Control+Enter');
    await dialog('New dataset')
      .getByText('Line 1: “Ada” is not valid here; put keys and strings in double quotes.')
      .waitFor();
    expect(await metadata.textContent()).toBe('{"owner": Ada}');
    await metadata.fill('{"owner": "Ada", "serial": 12345678901234567890}');
    await dialog('New dataset').getByRole('button', { name: 'Create dataset' }).click();
    await page.getByRole('heading', { name: 'gardens', level: 1 }).waitFor();
    await page.getByText('No examples yet').waitFor();
    const stored = await server.sql<{ metadata: string }>(
      "SELECT metadata::text FROM datasets WHERE name = 'gardens'",
    );
    expect(stored).toEqual([{ metadata: '{"owner":"Ada","serial":12345678901234567890}' }]);
  });

  it('say why one cannot be created, and keep the input', async () => {
    await page.getByRole('button', { name: 'New dataset' }).click();
    await dialog('New dataset').getByLabel('Name').fill('tickets');
    await dialog('New dataset').getByRole('button', { name: 'Create dataset' }).click();
    await dialog('New dataset')
      .getByRole('alert')
      .getByText(/tickets/)
      .waitFor();
    expect(await dialog('New dataset').getByLabel('Name').inputValue()).toBe('tickets');
  });

  it('are renamed and described from their menu', async () => {
    await choose('capitals', 'Edit…');
    await dialog('Edit dataset').getByLabel('Name').fill('towns');
    await dialog('Edit dataset').getByLabel('Description').fill('');
    await dialog('Edit dataset').getByRole('button', { name: 'Save' }).click();
    await link('towns').waitFor();
    const stored = await server.sql('SELECT name, description FROM datasets WHERE id = $1', [
      capitals.id,
    ]);
    expect(stored).toEqual([{ name: 'towns', description: null }]);
  });

  it('are deleted only after typing the name', async () => {
    await choose('capitals', 'Delete…');
    await dialog('Delete capitals').getByText('1 example').waitFor();
    const confirm = dialog('Delete capitals').getByRole('button', { name: 'Delete dataset' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog('Delete capitals').getByRole('textbox').fill('capitals');
    await confirm.click();
    await link('capitals').waitFor({ state: 'detached' });
    expect(await server.sql('SELECT name FROM datasets')).toEqual([{ name: 'tickets' }]);
  });

  it('get labels created in the dialog, with the keyboard alone', async () => {
    await choose('capitals', 'Labels…');
    await dialog('Labels for capitals').getByRole('textbox').fill('golden');
    await page.keyboard.press('Enter');
    await dialog('Labels for capitals').getByRole('checkbox', { name: 'golden' }).waitFor();
    await dialog('Labels for capitals').getByRole('textbox').fill('map');
    await page.keyboard.press('Enter');
    await dialog('Labels for capitals').getByRole('checkbox', { name: 'map' }).waitFor();
    await dialog('Labels for capitals').getByRole('button', { name: 'Save' }).press('Enter');
    await row('capitals').getByText('golden').waitFor();
    await row('capitals').getByText('map').waitFor();
  });

  it('lose deleted labels, and show renamed ones by their new names', async () => {
    await aDatasetLabel(server, { name: 'golden', datasets: [capitals] });
    await aDatasetLabel(server, { name: 'old', datasets: [capitals] });
    await page.reload();
    await choose('capitals', 'Labels…');
    await dialog('Labels for capitals').getByRole('button', { name: 'Manage labels…' }).click();
    const manager = dialog('All dataset labels');
    await manager.getByRole('button', { name: 'Edit golden' }).click();
    await manager.getByRole('textbox', { name: 'Name' }).fill('gold');
    await manager.getByRole('radio', { name: 'Violet' }).check({ force: true });
    await manager.getByRole('button', { name: 'Save' }).click();
    await manager.getByText('gold', { exact: true }).waitFor();
    await manager.getByRole('button', { name: 'Delete old' }).click();
    await manager.getByText('from 1 dataset').waitFor();
    await manager.getByRole('button', { name: 'Delete label' }).click();
    await manager.getByText('old', { exact: true }).waitFor({ state: 'detached' });
    await manager.getByRole('button', { name: 'New label' }).click();
    await manager.getByRole('textbox', { name: 'Name' }).fill('gold');
    await manager.getByRole('button', { name: 'Create label' }).click();
    await manager.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await row('capitals').getByText('gold', { exact: true }).waitFor();
    expect(await server.sql('SELECT name, color FROM dataset_labels')).toEqual([
      { name: 'gold', color: '#8a5cd6' },
    ]);
  });

  it('show any name as it is', async () => {
    await aDataset(server, { name: HOSTILE, description: HOSTILE });
    await link(HOSTILE).waitFor();
    await link(HOSTILE).click();
    await page.getByRole('heading', { name: HOSTILE, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Use in code' }).click();
    await dialog('Use in code').getByText(JSON.stringify(HOSTILE)).first().waitFor();
    expect(await page.title()).toContain(HOSTILE);
  });

  it('open from the palette by part of the name', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /Search/ }).fill('capi');
    // The list behind the palette also has buttons with this name.
    await dialog('Search and commands').getByRole('button', { name: 'capitals' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'capitals', level: 1 }).waitFor();
  });

  it('keep the selected columns in the URL', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Created by' }).check();
    await page.getByRole('checkbox', { name: 'Description' }).uncheck();
    await page.getByRole('columnheader', { name: 'Created by' }).waitFor();
    const passedOn = await browser.open(page.url());
    await passedOn.getByRole('columnheader', { name: 'Created by' }).waitFor();
    expect(await headers(passedOn).count()).toBe(await headers(page).count());
    await passedOn.close();
  });

  it('are reported if missing', async () => {
    const missing = await browser.open(`${server.url}/datasets/RGF0YXNldDo5OTk5OTk=`);
    await missing.getByText('Dataset not found').waitFor();
    await missing.close();
  });
});

describe('a server without datasets', () => {
  it('explains how to create one, and shows it when it arrives', async () => {
    const [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    const page = await browser.open(`${server.url}/datasets`);
    await page.getByText('Waiting for the first dataset').waitFor();
    await page.getByText('create_dataset(').waitFor();
    await aDataset(server, { name: 'capitals' });
    await page.getByRole('link', { name: 'capitals' }).waitFor();
    expect(browser.errors).toEqual([]);
    await browser.stop();
    await server.stop();
  });
});

function headers(page: Page): Locator {
  return page.getByRole('columnheader');
}

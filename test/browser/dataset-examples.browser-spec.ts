import { text as textOf } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { aDataset, aDatasetVersion } from '../support/factories/dataset.js';
import { anExample } from '../support/factories/dataset-example.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aDatasetToShow, globalId, type ShownDataset } from './dataset-to-show.js';

describe('the examples of a dataset', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let dataset: ShownDataset;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    dataset = await aDatasetToShow(server);
    page = await browser.open(`${server.url}/datasets/${dataset.id}`);
    await row('Capital of France?').waitFor();
  });
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const editor = (name: string) => page.getByRole('textbox', { name, exact: true });
  const ids = async () => (await page.locator('tbody a').allTextContents()).join(' ');
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  const newestNote = async () => {
    const [newest] = await server.sql<{ description: string | null }>(
      'SELECT description FROM dataset_versions ORDER BY id DESC LIMIT 1',
    );
    return newest?.description;
  };
  const splitsOf = async (country: keyof ShownDataset['examples']) => {
    const splits = await server.sql<{ name: string }>(
      `SELECT s.name FROM dataset_splits s JOIN dataset_split_examples e ON e.split_id = s.id
        WHERE e.example_id = $1 ORDER BY s.name`,
      [dataset.examples[country].id],
    );
    return splits.map(({ name }) => name).join();
  };

  it('are shown at the latest version, as text, below the dataset’s name', async () => {
    expect(page.url()).toContain('/examples');
    expect(await ids()).toBe(`france #${dataset.examples.Japan.id} kenya peru chad`);
    expect(await row('Capital of France?').textContent()).toBe(
      'franceCapital of France?Paristrainsource atlas · page 5',
    );
    await page.getByText('Cities of the world').waitFor();
    await page.getByRole('link', { name: 'Examples 5' }).waitFor();
    expect(await page.title()).toBe('Examples · capitals · Datasets · Spandrel');
  });

  it('are found by any text in them, and the URL contains the search', async () => {
    const search = page.getByRole('textbox', { name: 'Search input, output and metadata' });
    await search.fill('nairo');
    await search.press('Enter');
    await eventually('one example', async () => (await ids()) === 'kenya');
    await page.reload();
    await eventually('one example', async () => (await ids()) === 'kenya');
    await search.fill('nowhere');
    await search.press('Enter');
    await page.getByText('No input, output or metadata contains “nowhere”').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row('Capital of France?').waitFor();
  });

  it('can be filtered by split', async () => {
    await page.getByRole('button', { name: 'Splits', exact: true }).click();
    await page.getByRole('checkbox', { name: 'test' }).check();
    const expected = `#${dataset.examples.Japan.id} kenya`;
    await eventually('those of a split', async () => (await ids()) === expected);
    const passedOn = await browser.open(page.url());
    await passedOn.getByRole('link', { name: 'kenya' }).waitFor();
    expect((await passedOn.locator('tbody a').allTextContents()).join(' ')).toBe(expected);
    await passedOn.close();
  });

  it('load more while scrolling', async () => {
    const dataset_id = dataset.examples.France.dataset_id;
    for (let count = 0; count < 60; count += 1) {
      await anExample(server, { dataset_id, external_id: `more ${count}` });
    }
    await page.reload();
    await row('Capital of France?').waitFor();
    await page.getByText('50 examples loaded, scroll for more').waitFor();
    await page.getByRole('region', { name: 'Examples' }).hover();
    await eventually('last example', async () => {
      await page.mouse.wheel(0, 3_000);
      return page.getByRole('link', { name: 'more 59', exact: true }).count();
    });
    await page.getByText('65 examples', { exact: true }).waitFor();
  });

  it('are added by hand, one after the other, with a note', async () => {
    await page.getByRole('button', { name: 'Add example' }).click();
    // The editors start with the fields of existing examples, without their texts.
    await editor('Input').getByText('"question": ""').waitFor();
    await editor('Input').fill('{"question": "Capital of Mali?"}');
    await editor('Output').fill('{"answer": "Bamako",}');
    await page.getByLabel('Version note').fill('From the second volume');
    await page.getByRole('checkbox', { name: 'Create another' }).check();
    await dialog('Add example').getByRole('button', { name: 'Add example' }).click();
    await page.getByText('Line 1: remove the comma before “}”.').waitFor();
    expect(await editor('Output').textContent()).toBe('{"answer": "Bamako",}');
    await editor('Output').fill('{"answer": "Bamako"}');
    await dialog('Add example').getByRole('button', { name: 'Add example' }).click();
    await row('Capital of Mali?').waitFor();

    await page.getByRole('checkbox', { name: 'Create another' }).uncheck();
    await editor('Input').fill('{"question": "Capital of Oman?"}');
    await dialog('Add example').getByLabel('ID').fill('france');
    await editor('Input').press('Control+Enter');
    await dialog('Add example')
      .getByRole('alert')
      .getByText(/france/)
      .waitFor();
    await dialog('Add example').getByLabel('ID').fill('oman');
    await editor('Input').press('Control+Enter');
    await dialog('Add example').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'oman' }).waitFor();
    await page.getByRole('link', { name: 'Versions 4' }).waitFor();
    expect(await newestNote()).toBe('From the second volume');
  });

  it('can be assigned to splits together, selected with Shift', async () => {
    await box('france').click();
    await box('kenya').click({ modifiers: ['Shift'] });
    await page.getByText('3 examples selected').waitFor();
    await page.getByRole('button', { name: 'Splits…' }).click();
    const train = dialog('Splits for 3 examples').getByRole('checkbox', { name: 'train' });
    await eventually('half a tick', () =>
      train.evaluate((element: { indeterminate?: boolean }) => element.indeterminate ?? false),
    );
    await dialog('Splits for 3 examples').getByRole('textbox').fill('hard');
    await page.keyboard.press('Enter');
    await dialog('Splits for 3 examples').getByRole('checkbox', { name: 'hard' }).waitFor();
    await dialog('Splits for 3 examples').getByRole('checkbox', { name: 'test' }).check();
    await dialog('Splits for 3 examples').getByRole('button', { name: 'Save' }).click();
    await row('Capital of France?').getByText('hard').waitFor();
    expect(await splitsOf('France')).toBe('hard,test,train');
    expect(await splitsOf('Japan')).toBe('hard,test,train');
    expect(await splitsOf('Kenya')).toBe('hard,test');
    expect(await splitsOf('Peru')).toBe('');
    await page.keyboard.press('Escape');
    await page.getByText('3 examples selected').waitFor({ state: 'detached' });
  });

  it('lose deleted splits, and show renamed ones by their new names', async () => {
    await box('france').click();
    await page.getByRole('button', { name: 'Splits…' }).click();
    await page.getByRole('button', { name: 'Manage splits…' }).click();
    const manager = dialog('All splits');
    await manager.getByRole('button', { name: 'Edit train' }).click();
    await manager.getByRole('textbox', { name: 'Name' }).fill('learn');
    await manager.getByRole('button', { name: 'Save' }).press('Enter');
    await manager.getByText('learn', { exact: true }).waitFor();
    await manager.getByRole('button', { name: 'Delete test' }).click();
    await manager.getByRole('button', { name: 'Delete split' }).press('Enter');
    await manager.getByText('test', { exact: true }).waitFor({ state: 'detached' });
    await manager.getByRole('button', { name: 'Close' }).click();
    await row('Capital of France?').getByText('learn').waitFor();
    const ofKenya = row('Capital of Kenya?').getByText('test', { exact: true });
    await ofKenya.waitFor({ state: 'detached' });
  });

  it('are deleted together, with a note, and stay in earlier versions', async () => {
    await box('france').click();
    await box('chad').click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await dialog('Delete 2 examples').getByLabel('Version note').fill('Not asked for');
    await dialog('Delete 2 examples').getByRole('button', { name: 'Delete 2 examples' }).click();
    await row('Capital of France?').waitFor({ state: 'detached' });
    expect(await ids()).toBe(`#${dataset.examples.Japan.id} kenya peru`);
    await page.getByRole('link', { name: 'Versions 3' }).click();
    const newest = page.getByRole('row').filter({ hasText: 'Version 3' });
    await newest.getByText('Not asked for').waitFor();
    expect(await newest.textContent()).toMatch(/latest.*3––−2/);
    await page.getByRole('link', { name: 'Version 2' }).click();
    await row('Capital of France?').waitFor();
  });

  it('are read-only at an earlier version', async () => {
    await page.getByRole('button', { name: 'Latest version' }).click();
    await page.getByRole('menuitem', { name: 'Version 1' }).click();
    await row('Capital of Cuba?').waitFor();
    await row('Capital of Peru?').waitFor();
    const banner = page.getByRole('region', { name: 'Version shown' });
    await banner.getByText('Version 1').waitFor();
    await banner.getByText('6 examples').waitFor();
    expect(await page.getByRole('button', { name: 'Add example' }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.getByRole('link', { name: 'cuba' }).click();
    await page.getByRole('region', { name: 'Example', exact: true }).getByText('Havana').waitFor();
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await banner.getByRole('button', { name: 'Back to latest' }).click();
    await row('Capital of Cuba?').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add example' }).waitFor();
  });

  it('are downloaded at the version shown', async () => {
    await page.goto(`${page.url()}?version=${dataset.versions[0]}`);
    await row('Capital of Cuba?').waitFor();
    const lines = (await downloaded('JSON Lines')).trim().split('\n');
    expect(lines).toHaveLength(6);
    expect(await downloaded('CSV')).toContain('Capital of Cuba?');
    await page.goto(`${server.url}/datasets/${dataset.id}`);
    await row('Capital of France?').waitFor();
    expect(await downloaded('CSV')).not.toContain('Cuba');
    await page.getByRole('button', { name: 'Use in code' }).click();
    await dialog('Use in code').getByText('get_dataset(').first().waitFor();
    expect(await dialog('Use in code').textContent()).not.toContain('version_id');
  });

  it('do not move when other users change them', async () => {
    const { dataset_id } = dataset.examples.France;
    const { id: created_version_id } = await aDatasetVersion(server, { dataset_id });
    await anExample(server, {
      dataset_id,
      created_version_id,
      input: { question: 'Capital of Togo?' },
    });
    await page.getByRole('button', { name: 'Show new version' }).click();
    await row('Capital of Togo?').waitFor();
    expect(await page.getByRole('button', { name: 'Show new version' }).count()).toBe(0);
  });

  async function downloaded(format: string): Promise<string> {
    await page.getByRole('button', { name: 'Download' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ]);
    return textOf(await download.createReadStream());
  }
});

describe('a dataset without examples', () => {
  it('explains how to add one, and shows it when it arrives', async () => {
    const [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    const empty = await aDataset(server, { name: 'empty' });
    const page = await browser.open(
      `${server.url}/datasets/${globalId('Dataset', empty)}/examples`,
    );
    await page.getByText('Waiting for the first example').waitFor();
    await page.getByText('add_examples_to_dataset(').waitFor();
    await anExample(server, { dataset_id: empty.id, input: { question: 'Capital of Togo?' } });
    await page.getByText('Capital of Togo?').waitFor();
    expect(browser.errors).toEqual([]);
    await browser.stop();
    await server.stop();
  });
});

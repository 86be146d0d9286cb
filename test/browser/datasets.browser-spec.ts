import { text as textOf } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { aDataset, aDatasetVersion } from '../support/factories/dataset.js';
import { anExample } from '../support/factories/dataset-example.js';
import { emptyDatabase } from '../support/reset.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aDatasetToShow, type ShownDataset } from './dataset-to-show.js';

const HOSTILE = `<img src=x onerror="alert(1)"> "quoted" 'it' & 東京 مرحبا \\ / ?x=1#y`;

/** Content that would do harm if shown as anything but text. */
const HOSTILE_CONTENT = {
  html: '<img src=x onerror="window.ran = true"><script>window.ran = true</script>',
  link: '[click](javascript:window.ran=true) ![pixel](https://pixel.invalid/p.png)',
  ['__proto__']: { polluted: true },
  constructor: 'own',
  '': 'no name',
  deep: Array.from({ length: 60 }).reduce<unknown>((inner) => ({ inner }), 'bottom'),
  long: 'lorem ipsum '.repeat(20_000),
  direction: '\u202egnirts desrever',
};

describe('datasets', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(() => emptyDatabase(server));
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const editor = (name: string) => page.getByRole('textbox', { name, exact: true });
  const panel = () => page.getByRole('region', { name: 'Example', exact: true });
  const input = () => panel().getByRole('region', { name: 'Input', exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const choose = async (menu: string, item: string) => {
    await press(menu);
    await page.getByRole('menuitem', { name: item }).click();
  };
  const listed = async () => (await page.locator('tbody a').allTextContents()).join(' ');
  const newestInput = async () => {
    const [newest] = await server.sql<{ input: string; note: string | null }>(
      `SELECT r.input::text, v.description AS note FROM dataset_example_revisions r
        JOIN dataset_versions v ON v.id = r.version_id ORDER BY r.id DESC LIMIT 1`,
    );
    return newest;
  };

  it('are created, filled, labeled, found and deleted', async () => {
    page = await browser.open(`${server.url}/datasets`);
    await page.getByText('Waiting for the first dataset').waitFor();
    await aDataset(server, { name: 'tickets' });
    await link('tickets').waitFor();

    await press('New dataset');
    await dialog('New dataset').getByLabel('Name').fill(HOSTILE);
    const metadata = dialog('New dataset').getByRole('textbox', { name: 'Metadata' });
    await metadata.fill('{"owner": "Ada", "serial": 12345678901234567890}');
    await metadata.press('Control+Enter');
    await page.getByRole('heading', { name: HOSTILE, level: 1 }).waitFor();
    const [made] = await server.sql<{ id: number; metadata: string }>(
      'SELECT id, metadata::text FROM datasets WHERE name = $1',
      [HOSTILE],
    );
    expect(made?.metadata).toBe('{"owner":"Ada","serial":12345678901234567890}');

    await page.getByText('Waiting for the first example').waitFor();
    await anExample(server, { dataset_id: made!.id, input: { question: 'Capital of Togo?' } });
    await row('Capital of Togo?').waitFor();
    await press('Add example');
    await editor('Input').getByText('"question": ""').waitFor();
    await editor('Input').fill('{"question": "Capital of Mali?"}');
    await page.getByLabel('Version note').fill('From the second volume');
    await editor('Input').press('Control+Enter');
    await row('Capital of Mali?').waitFor();
    expect(await newestInput()).toEqual({
      input: '{"question":"Capital of Mali?"}',
      note: 'From the second volume',
    });

    await dialog('Add example').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search and commands' }).fill('ticke');
    await dialog('Search and commands').locator('[data-selected]').getByText('tickets').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'tickets', level: 1 }).waitFor();
    await choose('Actions for tickets', 'Labels…');
    await page.getByRole('textbox', { name: 'Find or create a label' }).fill('golden');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'golden' }).waitFor();
    await page.getByRole('button', { name: /^Save/ }).press('Enter');
    await page.getByRole('main').getByText('golden').waitFor();

    await link('Datasets').first().click();
    await link(HOSTILE).waitFor();
    await press('Labels');
    await page.getByRole('checkbox', { name: 'golden' }).check();
    await link(HOSTILE).waitFor({ state: 'detached' });
    // The URL shows everyone the same list.
    await page.reload();
    await link('tickets').waitFor();
    expect(await listed()).toBe('tickets');
    await choose('Actions for tickets', 'Delete…');
    await dialog('Delete tickets').getByRole('textbox').fill('tickets');
    await press('Delete dataset');
    await page.getByText('No datasets have the selected labels.').waitFor();
    expect(await server.sql('SELECT name FROM datasets')).toEqual([{ name: HOSTILE }]);
  });

  it('are read and downloaded at any version, and do not move when others change them', async () => {
    const dataset = await openShown();
    const { France, Japan } = dataset.examples;
    expect(await listed()).toBe(`france #${Japan.id} kenya peru chad`);
    await choose('Latest version', 'Version 1');
    await row('Capital of Cuba?').waitFor();
    await page.getByRole('region', { name: 'Version shown' }).getByText('6 examples').waitFor();
    expect((await downloaded('JSON Lines')).trim().split('\n')).toHaveLength(6);
    expect(await downloaded('CSV')).toContain('Capital of Cuba?');
    await link('cuba').click();
    await panel().getByText('Havana').waitFor();
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    await press('Back to latest');
    await row('Capital of Cuba?').waitFor({ state: 'detached' });
    expect(await downloaded('CSV')).not.toContain('Cuba');

    const { dataset_id } = France;
    const { id: created_version_id } = await aDatasetVersion(server, { dataset_id });
    await anExample(server, {
      dataset_id,
      created_version_id,
      input: { question: 'Capital of Togo?' },
    });
    await page.getByRole('button', { name: 'Show new version' }).waitFor();
    expect(await row('Capital of Togo?').count()).toBe(0);
    await press('Show new version');
    await row('Capital of Togo?').waitFor();
    expect(await page.getByRole('button', { name: 'Show new version' }).count()).toBe(0);
  });

  it('have examples that are assigned to splits and deleted together', async () => {
    const dataset = await openShown();
    const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
    await box('france').click();
    await box('kenya').click({ modifiers: ['Shift'] });
    await press('Splits…');
    await page.getByRole('textbox', { name: 'Find or create a split' }).fill('hard');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'hard' }).waitFor();
    await page.getByRole('checkbox', { name: 'test' }).check();
    await page.getByRole('button', { name: /^Save/ }).click();
    await row('Capital of France?').getByText('hard').waitFor();
    const splits = await server.sql(
      `SELECT e.external_id AS example, string_agg(s.name, ',' ORDER BY s.name) AS splits
        FROM dataset_splits s JOIN dataset_split_examples m ON m.split_id = s.id
        JOIN dataset_examples e ON e.id = m.example_id GROUP BY e.id ORDER BY e.id`,
    );
    expect(splits).toEqual([
      { example: 'france', splits: 'hard,test,train' },
      { example: null, splits: 'hard,test,train' },
      { example: 'kenya', splits: 'hard,test' },
    ]);

    await box('kenya').click();
    await press('Delete…');
    await page.getByLabel('Version note').fill('Not asked for');
    await press('Delete 2 examples');
    await row('Capital of France?').waitFor({ state: 'detached' });
    expect(await listed()).toBe('kenya peru chad');
    await page.getByRole('link', { name: 'Versions 3' }).click();
    await row('Version 3').getByText('Not asked for').waitFor();
    expect(await row('Version 3').textContent()).toMatch(/latest.*3––−2/);
    await link('Version 2').click();
    await row('Capital of France?').waitFor();
    expect(page.url()).toContain(encodeURIComponent(dataset.versions[1]));
  });

  it('have examples that load while scrolling, and are edited without changing a number', async () => {
    const { examples } = await aDatasetToShow(server);
    const { dataset_id, id } = examples.Kenya;
    for (let count = 0; count < 60; count += 1) {
      await anExample(server, { dataset_id, external_id: `more ${count}` });
    }
    const stored = '{"id":12345678901234567890,"small":-9007199254740993,"text":"Mombasa"}';
    await server.sql('UPDATE dataset_example_revisions SET input = $2 WHERE example_id = $1', [
      id,
      stored,
    ]);
    page = await browser.open(`${server.url}/datasets`);
    await link('capitals').click();
    await page.getByText('50 examples loaded, scroll for more').waitFor();
    await page.getByRole('region', { name: 'Examples' }).hover();
    await eventually('last example', async () => {
      await page.mouse.wheel(0, 3_000);
      return link('more 59').count();
    });
    await page.getByText('65 examples', { exact: true }).waitFor();

    const search = page.getByRole('textbox', { name: 'Search input, output and metadata' });
    await search.fill('momba');
    await search.press('Enter');
    await eventually('one example', async () => (await listed()) === 'kenya');
    await link('kenya').click();
    await panel().getByText('12345678901234567890').waitFor();
    await panel().getByRole('button', { name: 'Edit', exact: true }).click();
    expect(await editor('Input').textContent()).toContain('12345678901234567890');
    await editor('Input').fill(stored.replace('Mombasa', 'Mombasa!').replace('890,', '891,'));
    await panel().getByLabel('Version note').fill('One more');
    await editor('Input').press('Control+Enter');
    await input().getByText('12345678901234567891').waitFor();
    expect(await newestInput()).toEqual({
      input: '{"id":12345678901234567891,"small":-9007199254740993,"text":"Mombasa!"}',
      note: 'One more',
    });
    await page.getByRole('link', { name: 'Versions 3' }).waitFor();
    // The page does not announce its own changes.
    expect(await page.getByRole('button', { name: 'Show new version' }).count()).toBe(0);
  });

  it('show any content as text, and ask before they lose what was typed', async () => {
    const { dataset_id } = await aDatasetToShow(server).then(({ examples }) => examples.France);
    await anExample(server, { dataset_id, input: HOSTILE_CONTENT, external_id: 'x/"?#' });
    page = await browser.open(`${server.url}/datasets`);
    await link('capitals').click();
    await link('x/"?#').click();
    await panel().getByRole('heading', { name: 'x/"?#', level: 2 }).waitFor();
    await input().getByText('<img src=x').waitFor();
    await input().getByText('own', { exact: true }).waitFor();
    await panel().getByText('JSON', { exact: true }).click();
    await input().getByText('"own"').waitFor();

    await panel().getByRole('button', { name: 'Edit', exact: true }).click();
    await editor('Input').fill(JSON.stringify({ html: HOSTILE_CONTENT.html, unpaired: '\ud800' }));
    await page.goBack();
    await dialog('Leave without saving?').getByRole('button', { name: 'Keep editing' }).click();
    await dialog('Leave without saving?').waitFor({ state: 'detached' });
    await editor('Input').press('Control+Enter');
    await input().getByText('unpaired').waitFor();
    expect((await newestInput())?.input).toContain('"unpaired":"\ufffd"');
    expect(await page.evaluate('[window.ran, ({}).polluted]')).toEqual([undefined, undefined]);
  });

  async function openShown(): Promise<ShownDataset> {
    const dataset = await aDatasetToShow(server);
    page = await browser.open(`${server.url}/datasets/${dataset.id}`);
    await row('Capital of France?').waitFor();
    return dataset;
  }

  async function downloaded(format: string): Promise<string> {
    await press('Download');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ]);
    return textOf(await download.createReadStream());
  }
});

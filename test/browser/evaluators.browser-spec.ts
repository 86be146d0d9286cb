import type { Page } from 'playwright-core';
import { judge } from '../evaluators/evaluator-operations.js';
import { aDatasetOfCities } from '../experiments/jobs/running.js';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { globalId } from '../support/global-id.js';
import { type ProviderServer, startProviderServer } from '../support/provider-server.js';

describe('evaluators', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  let browser: TestBrowser;
  let page: Page;
  /** The path to the evaluators of a dataset. */
  let list: string;

  beforeAll(async () => {
    provider = await startProviderServer();
    [server, browser] = await Promise.all([
      startSecuredServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` }),
      startBrowser(),
    ]);
    const { id } = await aDatasetOfCities(server, 2);
    list = `/datasets/${encodeURIComponent(globalId('Dataset', id))}/evaluators`;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
    await provider.stop();
  });
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
  const item = (name: string) => page.getByRole('menuitem', { name });
  const open = async (at: string) => {
    page = await browser.open(`${server.url}${at}`, { cookie: server.accounts.MEMBER.cookie });
  };
  const test = async (text: string) => {
    await button('Run test').click();
    await page.getByRole('status').getByText(text).waitFor();
  };

  it('ask a model: they start from a template, and are tested, changed and deleted', async () => {
    provider.answer(judge('correct'));
    await open('/evaluators');
    await button('New evaluator').click();
    await item('LLM judge from a template…').click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^correctness/ })
      .click();
    await page.getByLabel('Provider').selectOption('OLLAMA');
    await choice('Model name').fill('small');
    await page.keyboard.press('Escape');
    await test('So it is.');
    await button('Create evaluator').click();
    await page.getByText('Nothing uses it yet.').waitFor();
    await link('Edit').click();
    await field('Label 2').fill('wrong');
    await button('Save evaluator').click();
    await page.getByText('correct (1), wrong (0)').waitFor();
    await button('Actions for correctness').click();
    await item('Delete…').click();
    await page.getByRole('checkbox', { name: 'Also delete its prompt correctness' }).check();
    await button('Delete evaluator').click();
    await page.getByText('Evaluator correctness deleted').waitFor();
    await page.getByRole('row', { name: /regex Built-in/ }).waitFor();
    expect(await server.sql('SELECT 1 FROM prompts')).toEqual([]);
  });

  it('have code, which is tested, versioned, and added to a dataset', async () => {
    await open('/evaluators/new?kind=code');
    await page.getByLabel('Sandbox').selectOption('TypeScript');
    await field('Name').fill('is short');
    await field('Function').fill('function evaluate({ output }) {\n  return (;\n}');
    await button('Run test').click();
    await page.getByRole('status').getByText('Line 2:').waitFor();
    expect(await page.locator('.cm-faulty').innerText()).toContain('return (;');
    await field('Function').fill(
      'function evaluate({ output }) {\n  return output.answer.length < 10;\n}',
    );
    await page.locator('.cm-faulty').waitFor({ state: 'detached' });
    await test('Score');
    await field('Name').press('Control+Enter');
    await page.getByRole('heading', { name: 'is short' }).waitFor();
    await link('Edit').click();
    await field('Function').fill('function evaluate({ output }) {\n  return 1;\n}');
    // The notification about the new evaluator may still cover the button.
    await field('Name').press('Control+Enter');
    await choice('Version').waitFor();
    expect(await choice('Version').locator('option').allTextContents()).toEqual([
      'Version 2 (in use)',
      'Version 1',
    ]);
    await button('Add to dataset…').click();
    await choice('Dataset').click();
    await page.getByRole('option', { name: /· 2 examples$/ }).click();
    await button('Continue').click();
    await choice('Path of output').fill('output.answer');
    await page.keyboard.press('Escape');
    await button('Add evaluator').click();
    await page.getByRole('row', { name: /is short Code TypeScript/ }).waitFor();
  });

  it('adds built-in evaluators to a dataset, edits and removes them', async () => {
    await open(list);
    await button('Add evaluator').click();
    await item('Contains').click();
    await field('Name').fill('names the country');
    await field('Value of words').fill('country-0, country-7');
    const path = page.getByRole('combobox', { name: 'Path of text' });
    await path.fill('outp');
    await page.getByRole('option', { name: 'output.answer', exact: true }).click();
    await test('The text contains "country-0".');
    await page.getByRole('combobox', { name: 'Example' }).selectOption({ index: 1 });
    await page.getByText('From before your last change:').waitFor();
    await test('The text does not contain "country-0", "country-7".');
    await field('Label 1').fill('named');
    await field('Label 2').fill('not named');
    await page
      .getByRole('form', { name: 'New evaluator: Contains' })
      .getByLabel('Name')
      .press('Enter');
    await page
      .getByRole('row', {
        name: /names the country Built-in Contains.*named \(1\), not named \(0\)/,
      })
      .waitFor();
    await link('names the country').click();
    await page.getByRole('switch', { name: 'require_all' }).check({ force: true });
    await page.keyboard.press('Control+Enter');
    await link('names the country').click();
    expect(await page.getByRole('switch', { name: 'require_all' }).isChecked()).toBe(true);
    await button('Cancel').click();
    await button('Actions for names the country').click();
    await item('Remove…').click();
    await button('Remove evaluator').click();
    await link('names the country').waitFor({ state: 'detached' });
    expect(
      await server.sql("SELECT FROM dataset_evaluators WHERE name = 'names the country'"),
    ).toEqual([]);
  });
});

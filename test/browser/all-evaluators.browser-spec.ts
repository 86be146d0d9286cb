import type { Page } from 'playwright-core';
import { judge } from '../evaluators/evaluator-operations.js';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { appearanceProblems, startBrowser, type TestBrowser } from '../support/browser.js';
import { type ProviderServer, startProviderServer } from '../support/provider-server.js';
import { evaluatorsToShow, type ShownEvaluators } from './evaluators-to-show.js';

describe('all evaluators', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  let browser: TestBrowser;
  let page: Page;
  let shown: ShownEvaluators;

  beforeAll(async () => {
    provider = await startProviderServer();
    [server, browser] = await Promise.all([
      startSecuredServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` }),
      startBrowser(),
    ]);
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
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
  const item = (name: string) => page.getByRole('menuitem', { name });
  const open = async (role: 'MEMBER' | 'VIEWER', at: string) => {
    page = await browser.open(`${server.url}${at}`, { cookie: server.accounts[role].cookie });
  };
  const pageOf = (id: string) => `/evaluators/${encodeURIComponent(id)}`;

  it('are only the built-in ones at first, which is explained', async () => {
    await open('VIEWER', '/evaluators');
    await page.getByText('Members and administrators can create LLM judges').waitFor();
    await page.getByRole('row', { name: /regex Built-in Regular expression/ }).waitFor();
    expect(await button('New evaluator').count()).toBe(0);
    shown = await evaluatorsToShow(server);
  });

  it('are listed with their uses, for viewers without actions', async () => {
    await open('VIEWER', '/evaluators?sort=name');
    await page
      .getByRole('row', { name: /tells the truth LLM judge small .* 1 dataset, 1 rule/ })
      .waitFor();
    await button('Actions for tells the truth').click();
    await item('Open prompt').waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Open prompt', 'Copy ID']);
    await page.keyboard.press('Escape');
    expect(await appearanceProblems(page)).toEqual([]);
    await field('Filter evaluators by name').fill('city');
    await page.getByText('1 evaluator').waitFor();
    await page.getByRole('link', { name: 'names the city' }).click();
    await page.getByText('Nothing uses it yet.').waitFor();
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    await choice('Compare with').selectOption('Compare with version 1');
    await page.locator('del').getByText('==').waitFor();
    expect(await appearanceProblems(page)).toEqual([]);
  });

  it('show how they judged in experiments and live, and where they are used', async () => {
    await open('VIEWER', pageOf(shown.judge));
    await page.getByText('12 evaluations').waitFor();
    await page.getByRole('link', { name: 'Traces of truth' }).waitFor();
    expect(await appearanceProblems(page)).toEqual([]);
    await button('Show scores as tables').click();
    await page.getByRole('row', { name: '#2 prompt 2 0.75' }).waitFor();
    await page.getByRole('row', { name: '#3 prompt 3 100% –' }).waitFor();
    await button('Show scores as charts').click();
    await page.getByRole('slider', { name: /^Labels/ }).press('Home');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/experiments\//);
    await page.goBack();
    await choice('Scores in').selectOption('travel guide: live truth');
    await page.getByText('3 evaluations').waitFor();
    await choice('Compare with').selectOption('Compare with version 1');
    await page.locator('ins').getByText('in').first().waitFor();
    expect(new URL(page.url()).searchParams.get('use')).not.toBeNull();
    await page.reload();
    await page.getByText('3 evaluations').waitFor();
    expect(await appearanceProblems(page)).toEqual([]);
  });

  it('say that there is none with an ID', async () => {
    await open('VIEWER', '/evaluators/TExNRXZhbHVhdG9yOjA=');
    await page.getByText('Evaluator not found').waitFor();
  });

  it('ask a model, and are tested on what the user types', async () => {
    provider.answer(judge('correct'));
    await open('MEMBER', '/evaluators');
    await button('New evaluator').click();
    await item('LLM judge from a template…').click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^correctness/ })
      .click();
    await page.getByLabel('Provider').selectOption('OLLAMA');
    await choice('Model name').fill('small');
    await page.keyboard.press('Escape');
    await field('What the evaluator sees').fill('{"outputs": 1}');
    await button('Run test').click();
    await page.getByText('Remove “outputs”.').waitFor();
    await choice('Start from a dataset').click();
    await page.getByRole('option', { name: 'capitals · 1 example' }).click();
    await field('What the evaluator sees').getByText('Capital of Peru?').waitFor();
    await button('Run test').click();
    await page.getByRole('status').getByText('So it is.').waitFor();
    expect(await appearanceProblems(page)).toEqual([]);
    await button('Create evaluator').click();
    await page.getByRole('heading', { name: 'correctness' }).waitFor();
    await page.getByText('Nothing uses it yet.').waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await field('Label 2').fill('wrong');
    await button('Save evaluator').click();
    await page.getByText('correct (1), wrong (0)').waitFor();
  });

  it('have code, in which the line with a mistake is marked', async () => {
    await open('MEMBER', '/evaluators/new?kind=code');
    await page.getByLabel('Sandbox').selectOption('TypeScript');
    await field('Name').fill('is short');
    await field('Function').fill('function evaluate({ output }) {\n  return (;\n}');
    await button('Run test').click();
    await page.getByRole('status').getByText('Line 2:').waitFor();
    expect(await page.locator('.cm-faulty').innerText()).toContain('return (;');
    expect(await appearanceProblems(page)).toEqual([]);
    await field('Function').fill(
      'function evaluate({ output }) {\n  return output.answer.length < 10;\n}',
    );
    await page.locator('.cm-faulty').waitFor({ state: 'detached' });
    await button('Run test').click();
    await page.getByRole('status').getByText('Score').waitFor();
    await field('Name').press('Control+Enter');
    await page.getByRole('heading', { name: 'is short' }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await field('Function').fill('function evaluate({ output }) {\n  return 1;\n}');
    await button('Save evaluator').click();
    await choice('Version').waitFor();
    expect(await choice('Version').locator('option').allTextContents()).toEqual([
      'Version 2 (in use)',
      'Version 1',
    ]);
  });

  it('are added to a dataset, from either side', async () => {
    const list = `/datasets/${encodeURIComponent(shown.dataset)}/evaluators`;
    await open('MEMBER', list);
    await button('Add evaluator').click();
    await item('Existing evaluator…').click();
    await choice('Evaluator').fill('tells');
    await page.getByRole('option', { name: 'tells the truth · LLM judge · small' }).click();
    await button('Continue').click();
    await page.getByText('It judges with').waitFor();
    expect(await page.getByRole('combobox', { name: 'Path of output' }).inputValue()).toBe(
      'output.answer',
    );
    await field('Name').fill('truth');
    await button('Add evaluator').click();
    await page.getByRole('alert').getByText('Evaluator "truth" already exists.').waitFor();
    await field('Name').fill('more truth');
    expect(await appearanceProblems(page)).toEqual([]);
    await button('Add evaluator').click();
    await page.getByRole('row', { name: /more truth LLM judge small/ }).waitFor();

    await page.getByRole('link', { name: 'truth', exact: true }).click();
    await page.getByText('shared by').waitFor();
    await page.getByText('12 evaluations').waitFor();
    expect(await appearanceProblems(page)).toEqual([]);

    await page.goto(`${server.url}${pageOf(shown.code)}`);
    await button('Add to dataset…').click();
    await button('Continue').click();
    await page.getByText('Choose a dataset.').waitFor();
    await choice('Dataset').click();
    await page.getByRole('option', { name: 'capitals · 1 example' }).click();
    await button('Continue').click();
    await button('Run test').click();
    await page.getByRole('status').waitFor({ timeout: 20_000 });
    await button('Add evaluator').click();
    await page.getByRole('row', { name: /names the city Code Python/ }).waitFor();
  });

  it('are deleted once nothing uses them', async () => {
    await open('MEMBER', '/evaluators');
    await button('Actions for tells the truth').click();
    await item('Delete…').click();
    await button('Delete evaluator').click();
    await page
      .getByRole('alert')
      .getByText('is used by 1 dataset ("capitals") and 1 rule ("live truth")')
      .waitFor();
    expect(await appearanceProblems(page)).toEqual([]);
    await button('Cancel').click();
    await button('Actions for correctness').click();
    await item('Delete…').click();
    await page.getByRole('checkbox', { name: 'Also delete its prompt correctness' }).check();
    await button('Delete evaluator').click();
    await page.getByText('Evaluator correctness deleted').waitFor();
    await page.getByRole('row', { name: /^correctness/ }).waitFor({ state: 'detached' });
    expect(await server.sql("SELECT 1 FROM prompts WHERE name = 'correctness'")).toEqual([]);
  });
});

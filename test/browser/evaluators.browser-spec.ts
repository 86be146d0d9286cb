import type { Page } from 'playwright-core';
import { aDatasetOfCities } from '../experiments/jobs/running.js';
import { chunk } from '../playground/chats.js';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { appearanceProblems, startBrowser, type TestBrowser } from '../support/browser.js';
import { globalId } from '../support/global-id.js';
import {
  events,
  type ProviderServer,
  refusal,
  startProviderServer,
} from '../support/provider-server.js';

/** Answers with the call of the tool that records an evaluation. */
const judge = (label: string) => {
  const recorded = {
    name: 'record_evaluation',
    arguments: JSON.stringify({ explanation: 'Both name the same country.', label }),
  };
  return events(
    [chunk({ tool_calls: [{ index: 0, id: 'c1', function: recorded }] }), chunk({}, 'tool_calls')],
    {
      done: '[DONE]',
    },
  );
};

describe('the evaluators of a dataset', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  let browser: TestBrowser;
  let page: Page;
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
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const path = (name: string) => page.getByRole('combobox', { name: `Path of ${name}` });
  const open = async (role: 'MEMBER' | 'VIEWER', at: string) => {
    page = await browser.open(`${server.url}${at}`, { cookie: server.accounts[role].cookie });
  };
  const test = async (text: string) => {
    await button('Run test').click();
    await page.getByRole('status').getByText(text).waitFor();
  };

  it('are explained if there are none', async () => {
    await open('VIEWER', list);
    await page.getByText('Members and administrators can add evaluators.').waitFor();
    expect(await button('Add evaluator').count()).toBe(0);
  });

  it('are added from those that are built in, after a test', async () => {
    await open('MEMBER', list);
    await button('Add evaluator').click();
    await page.getByRole('menuitem', { name: 'Contains' }).click();
    await field('Name').fill('names the country');
    await test('Enter a value for words.');
    await field('Value of words').fill('country-0, country-7');
    await path('text').fill('outp');
    await page.getByRole('option', { name: 'output.answer', exact: true }).click();
    await test('The text contains "country-0".');
    await page.getByRole('combobox', { name: 'Example' }).selectOption({ index: 1 });
    await page.getByText('From before your last change:').waitFor();
    await test('The text does not contain "country-0", "country-7".');
    await path('text').fill('output.reply');
    await test('The path "output.reply" of "text" leads to nothing.');
    await path('text').fill('output.answer');
    await field('Label 1').fill('named');
    await field('Label 2').fill('not named');
    expect(await appearanceProblems(page)).toEqual([]);
    await page
      .getByRole('form', { name: 'New evaluator: Contains' })
      .getByLabel('Name')
      .press('Enter');
    await page.getByText('Evaluator names the country added').waitFor();
    await page
      .getByRole('row', {
        name: /names the country Built-in Contains.*named \(1\), not named \(0\)/,
      })
      .waitFor();
  });

  it('ask a model, from a template', async () => {
    provider.answer((response, request) =>
      (request.path.endsWith('/chat/completions') ? judge('correct') : refusal(404, {}))(
        response,
        request,
      ),
    );
    await open('MEMBER', list);
    await button('Add evaluator').click();
    await page.getByRole('menuitem', { name: 'From a template…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^faithfulness/ })
      .waitFor();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^correctness/ })
      .click();
    await page.getByText('Question: Does the answer say the same').waitFor();
    await path('reference').fill('reference.answer');
    await test('Enter the name of the model.');
    await page.getByLabel('Provider').selectOption('OLLAMA');
    await page.getByRole('combobox', { name: 'Model name' }).fill('small');
    await page.keyboard.press('Escape');
    await test('Both name the same country.');
    expect(await appearanceProblems(page)).toEqual([]);
    await button('Add evaluator').click();
    await page.getByRole('row', { name: /correctness LLM judge small/ }).waitFor();
  });

  it('have code', async () => {
    await open('MEMBER', `${list}/new?code=true`);
    await page.getByLabel('Sandbox').selectOption('TypeScript');
    await field('Name').fill('correctness');
    await test('Compared the output with the expected one.');
    await field('Function').fill(
      'function evaluate({ output, city }) {\n  return output.length > city.length;\n}',
    );
    await path('output').fill('output.answer');
    await path('city').fill('input.city');
    await page.getByText('Labels', { exact: true }).click();
    await field('Label 1').fill('longer');
    await field('Label 2').fill('shorter');
    await test('longer');
    expect(await appearanceProblems(page)).toEqual([]);
    await field('Name').press('Control+Enter');
    await page.getByRole('alert').getByText('Evaluator "correctness" already exists.').waitFor();
    await field('Name').fill('compares lengths');
    await button('Add evaluator').click();
    await page.getByRole('link', { name: 'compares lengths' }).click();
    expect(await path('city').inputValue()).toBe('input.city');
    await field('Function').fill(
      'function evaluate({ output }) {\n  return output.length > 100;\n}',
    );
    await test('shorter');
    await field('Name').press('Control+Enter');
    await page.getByRole('row', { name: /compares lengths Code TypeScript/ }).waitFor();
    const rows = await server.sql(
      `SELECT name, count(version.id)::int AS versions FROM evaluators
       JOIN code_evaluator_versions AS version ON version.evaluator_id = evaluators.id
       GROUP BY evaluators.id`,
    );
    expect(rows).toEqual([{ name: 'compares lengths', versions: 2 }]);
  });

  it('are edited', async () => {
    await open('MEMBER', list);
    await page.getByRole('link', { name: 'correctness' }).click();
    expect(await path('reference').inputValue()).toBe('reference.answer');
    await field('Label 2').fill('wrong');
    await field('Description').fill('Compares the countries.');
    await button('Save evaluator').click();
    await page
      .getByRole('row', { name: /correctness.*Compares the countries\..*wrong \(0\)/ })
      .waitFor();
    await page.getByRole('link', { name: 'names the country' }).click();
    await page.getByRole('switch', { name: 'require_all' }).check({ force: true });
    await page.keyboard.press('Control+Enter');
    await page.getByRole('link', { name: 'names the country' }).click();
    expect(await page.getByRole('switch', { name: 'require_all' }).isChecked()).toBe(true);
    await field('Name').fill('correctness');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').getByText('Evaluator "correctness" already exists.').waitFor();
    await button('Cancel').click();
    await button('Leave page').click();
  });

  it('can be read but not changed by viewers', async () => {
    await open('VIEWER', list);
    await button('Actions for correctness').click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'Open prompt',
      'Traces',
      'Copy ID',
    ]);
    await page.keyboard.press('Escape');
    expect(await button('Add evaluator').count()).toBe(0);
    expect(await appearanceProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'names the country' }).click();
    await page.getByText('Only members and administrators can change').waitFor();
    expect(await field('Value of words').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: /Save|Run test/ }).count()).toBe(0);
  });

  it('are removed', async () => {
    await open('MEMBER', `${list}?q=correct`);
    await button('Actions for correctness').click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove correctness' });
    await dialog.getByRole('checkbox', { name: 'Also delete its prompt' }).check();
    await dialog.getByRole('button', { name: 'Remove evaluator' }).click();
    await page.getByText('No name contains “correct”.').waitFor();
    expect(await server.sql('SELECT 1 FROM prompts')).toEqual([]);
  });
});

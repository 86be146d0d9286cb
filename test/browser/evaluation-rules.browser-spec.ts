import type { Page } from 'playwright-core';
import { codeEvaluatorOperations } from '../evaluators/code-evaluator-operations.js';
import { FINDS_PARIS, ruleOperations } from '../evaluation-rules/rule-operations.js';
import {
  type Account,
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { sendTraces } from '../support/send-traces.js';

const HOUR_MS = 3_600_000;

describe('the evaluation rules of a project', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let projectId: string;
  let page: Page;
  const { create, builtIn } = ruleOperations((query, variables) =>
    server.gqlAs(cookieOf(server.accounts.MEMBER), query, variables),
  );

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    await send('Bern', 'Paris, of course', 'Rome');
    const { body } = await server.request
      .get('/v1/projects/shop')
      .set(bearer(server.accounts.MEMBER.key));
    projectId = body.data.id;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(() => server.sql('DELETE FROM evaluation_rules'));
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  /** Sends a span for each output, one hour ago at the earliest. */
  async function send(...outputs: string[]): Promise<void> {
    await sendTraces(
      server.url,
      outputs.map((output, index) => ({
        project: 'shop',
        name: 'answer',
        kind: 'LLM',
        startedAt: new Date(Date.now() - HOUR_MS + index * 1_000),
        attributes: {
          'input.value': '{"question":"Which capital?"}',
          'input.mime_type': 'application/json',
          'output.value': output,
        },
      })),
      bearer(server.accounts.MEMBER.key),
    );
  }
  async function aRule(rest: object = {}): Promise<string> {
    const { rule, error } = await create({
      projectId,
      name: 'mentions Paris',
      evaluatorId: await builtIn('contains'),
      inputMapping: FINDS_PARIS,
      condition: "span_kind == 'LLM'",
      ...rest,
    });
    expect(error).toBeUndefined();
    return rule!.id;
  }
  async function open(account: Account, path = ''): Promise<void> {
    const url = `${server.url}/projects/${encodeURIComponent(projectId)}/evaluation${path}`;
    page = await browser.open(url, { cookie: account.cookie });
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const row = (name: RegExp) => page.getByRole('row', { name });
  /** The value of a figure. */
  const stat = (label: string) =>
    page.locator('dl > div').filter({ hasText: new RegExp(`^${label}`) });

  it('are created from the empty list, after a preview, and evaluate what arrives', async () => {
    await open(server.accounts.MEMBER);
    await page.getByText('No evaluation rules yet').waitFor();
    await link('New rule').click();
    await field('Name').fill('mentions Paris');
    await page.getByText('Traces', { exact: true }).last().click();
    await page.getByText('3 traces of the last 7 days meet it.').waitFor();
    await page.getByText('Spans', { exact: true }).last().click();
    const condition = field('Condition on spans');
    await condition.click();
    await condition.pressSequentially("span_kind == 'LLM'");
    await page.getByText('3 spans of the last 7 days meet it.').waitFor();
    await button('Create rule').click();
    await page.getByText('Choose an evaluator.').waitFor();
    await page.getByRole('combobox', { name: 'Evaluator' }).fill('contai');
    await page.getByRole('option', { name: /^Contains/ }).click();
    await field('Sample').fill('200');
    await button('Try on recent spans').click();
    await page.getByRole('status').getByText('Enter a value for words.').waitFor();
    await field('Value of words').fill('Paris');
    const path = page.getByRole('combobox', { name: 'Path of text' });
    expect(await path.inputValue()).toBe('output');
    await path.fill('input.');
    await page.getByRole('option', { name: 'input.question', exact: true }).waitFor();
    await path.fill('output');
    await page.keyboard.press('Escape');
    await button('Try on recent spans').click();
    await page.getByText('The text contains "Paris".').waitFor();
    const previews = page.getByRole('region', { name: /^Preview of span/ });
    expect(await previews.count()).toBe(3);
    await previews.filter({ hasText: 'contains "Paris"' }).getByText('Inputs').click();
    await previews.getByText('Paris, of course').waitFor();
    expect(await server.sql('SELECT FROM span_annotations')).toEqual([]);
    await button('Create rule').click();
    await page.getByText('Enter a percentage above 0 and up to 100.').waitFor();
    await field('Sample').fill('100');
    await field('Name').press('Control+Enter');
    await page.getByText('Waiting for spans that meet the condition…').waitFor();
    await send('Paris');
    await stat('Evaluated today')
      .getByText(/^1 of 1k$/)
      .waitFor();
    const evaluation = page.getByRole('row', { name: /true 1 The text contains "Paris"/ });
    await evaluation.waitFor();
    // The charts would follow within half a minute.
    await page.reload();
    await page.getByRole('region', { name: 'Mean score' }).getByRole('slider').waitFor();
    await evaluation.getByRole('link').first().click();
    await page.getByRole('treeitem', { name: /answer/ }).waitFor();
  });

  it('use an evaluator that is created in another tab', async () => {
    await open(server.accounts.MEMBER, '/new');
    const evaluator = page.getByRole('combobox', { name: 'Evaluator' });
    await evaluator.fill('starts with P');
    await page.getByText('No evaluator has this name.').waitFor();
    const target = page.getByRole('link', { name: /^New evaluator/ });
    expect(await target.getAttribute('href')).toBe('/evaluators/new');
    const { readSandboxes, created } = codeEvaluatorOperations(() => server);
    await readSandboxes();
    await created({
      name: 'starts with P',
      sourceCode: "function evaluate({ output }) {\n  return output.startsWith('P');\n}",
    });
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByRole('option', { name: 'starts with P' }).click();
    await page.getByRole('combobox', { name: 'Path of output' }).waitFor();
    await button('Try on recent spans').click();
    const previews = page.getByRole('region', { name: /^Preview of span/ });
    await previews.first().waitFor();
    expect((await previews.allTextContents()).some((text) => text.includes('true'))).toBe(true);
    await page.getByText('Sessions', { exact: true }).last().click();
    await page.getByText('From before your last change:').waitFor();
    await button('Cancel').click();
    await button('Leave page').click();
  });

  it('show the mistakes of the server at their fields, and keep what was typed', async () => {
    await aRule();
    const id = await aRule({ name: 'other' });
    await open(server.accounts.MEMBER, `/${encodeURIComponent(id)}/edit`);
    await field('Name').fill('mentions Paris');
    await button('Save rule').click();
    await page
      .getByText('A rule named "mentions Paris" already exists. Choose another name.')
      .waitFor();
    expect(await field('Name').getAttribute('aria-invalid')).toBe('true');
    await field('Name').fill('mentions it');
    await page.getByRole('combobox', { name: 'Path of text' }).fill('output[');
    await page.keyboard.press('Escape');
    await button('Save rule').click();
    await page.getByRole('alert').getByText('is not a path').waitFor();
    expect(await field('Name').inputValue()).toBe('mentions it');
    await page.getByRole('combobox', { name: 'Path of text' }).fill('input.question');
    await page.keyboard.press('Escape');
    await field('Evaluations').fill('');
    await button('Save rule').click();
    await page.getByRole('heading', { name: 'mentions it' }).waitFor();
    await page.getByText('input.question').waitFor();
    await button('Edit').or(link('Edit')).click();
    await field('Name').fill('lost');
    await button('Cancel').click();
    await button('Leave page').click();
    await page.getByRole('heading', { name: 'mentions it' }).waitFor();
  });

  it('are turned off and on, evaluate past spans, and are deleted', async () => {
    await aRule();
    await open(server.accounts.MEMBER);
    const enabled = page.getByRole('switch', { name: 'Enable mentions Paris' });
    await enabled.click({ force: true });
    await page.getByText('mentions Paris disabled.').waitFor();
    await button('Actions for mentions Paris').click();
    await item('Evaluate past spans…').click();
    const dialog = page.getByRole('dialog', { name: 'Evaluate past spans' });
    await dialog.getByText('This rule is disabled. Enable it first.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await enabled.click({ force: true });
    await page.getByText('mentions Paris enabled.').waitFor();
    await button('Actions for mentions Paris').click();
    await item('Evaluate past spans…').click();
    await dialog.getByText(/\d spans in this range meet the condition\./).waitFor();
    await dialog.getByRole('button', { name: 'Evaluate spans' }).click();
    await row(/mentions Paris.*Contains [1-9]/).waitFor();
    await button('Actions for mentions Paris').click();
    await item('Show evaluated spans').click();
    await page.getByRole('link', { name: 'answer' }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toBe("annotations['mentions Paris']");
    await page.goBack();
    await button('Actions for mentions Paris').click();
    await item('Delete…').click();
    await page
      .getByRole('dialog', { name: 'Delete mentions Paris' })
      .getByText('The annotations of your spans stay.')
      .waitFor();
    await button('Delete rule').click();
    await page.getByText('No evaluation rules yet').waitFor();
    expect(await server.sql('SELECT FROM span_annotations')).not.toEqual([]);
  });

  it('show how far the past is, and why evaluations fail', async () => {
    const id = await aRule();
    await server.sql(
      `INSERT INTO evaluation_backfills (rule_id, end_time, next_time, next_id, selected)
       SELECT id, now(), '2000-01-01', 0, 4 FROM evaluation_rules`,
    );
    await server.sql(
      `INSERT INTO evaluation_queue (rule_id, trace_id, span_id, session_id, due_at, is_backfill)
       SELECT r.id, 't', 's', '', now() + interval '1 day', true FROM evaluation_rules r`,
    );
    await server.sql(
      `UPDATE evaluation_rules SET last_error = 'The path "a" of "text" leads to nothing.',
              last_error_at = now()`,
    );
    await open(server.accounts.MEMBER);
    await row(/mentions Paris.*100% of spans.*3 of 4/).waitFor();
    await open(server.accounts.MEMBER, `/${encodeURIComponent(id)}`);
    await page.getByText('map the input to a path that all of them have').waitFor();
    await button('Stop').click();
    await page.getByText('evaluates nothing more of the past').waitFor();
    await button('Stop').waitFor({ state: 'hidden' });
    await link('All rules').click();
    await row(/mentions Paris.*leads to nothing/).waitFor();
  });

  it('can be read by viewers, without the buttons', async () => {
    const id = await aRule();
    await open(server.accounts.VIEWER);
    await row(/mentions Paris Yes/).waitFor();
    await button('Actions for mentions Paris').click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'Show evaluated spans',
      'Show traces of evaluations',
    ]);
    await page.keyboard.press('Escape');
    expect(await link('New rule').count()).toBe(0);
    await link('mentions Paris').click();
    await page.getByText('Enabled', { exact: true }).waitFor();
    expect(await link('Edit').count()).toBe(0);
    await open(server.accounts.VIEWER, `/${encodeURIComponent(id)}/edit`);
    await page.getByText('Only members and administrators can change rules').waitFor();
    await server.sql('DELETE FROM evaluation_rules');
    await open(server.accounts.VIEWER);
    await page.getByText('A member can create one.').waitFor();
    expect(await link('New rule').count()).toBe(0);
  });
});

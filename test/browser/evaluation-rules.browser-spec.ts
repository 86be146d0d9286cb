import type { Page } from 'playwright-core';
import { FINDS_PARIS, ruleOperations } from '../evaluation-rules/rule-operations.js';
import { bearer, cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
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
  async function aRule(): Promise<void> {
    const { error } = await create({
      projectId,
      name: 'mentions Paris',
      evaluatorId: await builtIn('contains'),
      inputMapping: FINDS_PARIS,
      condition: "span_kind == 'LLM'",
    });
    expect(error).toBeUndefined();
  }
  async function open(): Promise<void> {
    const url = `${server.url}/projects/${encodeURIComponent(projectId)}/evaluation`;
    page = await browser.open(url, { cookie: server.accounts.MEMBER.cookie });
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const row = (name: RegExp) => page.getByRole('row', { name });
  /** The value of a figure. */
  const stat = (label: string) =>
    page.locator('dl > div').filter({ hasText: new RegExp(`^${label}`) });

  it('are tried, created and evaluate what arrives', async () => {
    await open();
    await link('New rule').click();
    await field('Name').fill('mentions Paris');
    const condition = field('Condition on spans');
    await condition.click();
    await condition.pressSequentially("span_kind == 'LLM'");
    await page.getByText('3 spans of the last 7 days meet it.').waitFor();
    await page.getByRole('combobox', { name: 'Evaluator' }).fill('contai');
    await page.getByRole('option', { name: /^Contains/ }).click();
    await field('Sample').fill('100');
    await field('Value of words').fill('Paris');
    await button('Try on recent spans').click();
    await page.getByText('The text contains "Paris".').waitFor();
    const previews = page.getByRole('region', { name: /^Preview of span/ });
    expect(await previews.count()).toBe(3);
    await previews.filter({ hasText: 'contains "Paris"' }).getByText('Inputs').click();
    await previews.getByText('Paris, of course').waitFor();
    expect(await server.sql('SELECT FROM span_annotations')).toEqual([]);
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

  it('are turned off and on, evaluate past spans, and are deleted', async () => {
    await aRule();
    await open();
    const enabled = page.getByRole('switch', { name: 'Enable mentions Paris' });
    await enabled.click({ force: true });
    await page.getByText('mentions Paris disabled.').waitFor();
    await enabled.click({ force: true });
    await page.getByText('mentions Paris enabled.').waitFor();
    await button('Actions for mentions Paris').click();
    await item('Evaluate past spans…').click();
    const dialog = page.getByRole('dialog', { name: 'Evaluate past spans' });
    await dialog.getByText(/\d spans in this range meet the condition\./).waitFor();
    // A typed range is chosen, and nothing is sent yet.
    await dialog.getByRole('button', { name: 'Time range: Last 7 days' }).click();
    await page.getByRole('textbox', { name: 'Duration up to now' }).fill('2d');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /^Time range: (?!Last 7 days)/ }).waitFor();
    expect(await server.sql('SELECT FROM evaluation_backfills')).toEqual([]);
    await dialog.getByRole('button', { name: 'Evaluate spans' }).click();
    await row(/mentions Paris.*Contains [1-9]/).waitFor();
    await button('Actions for mentions Paris').click();
    await item('Show evaluated spans').click();
    await page.getByRole('link', { name: 'answer' }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('filter')).toBe("annotations['mentions Paris']");
    await page.goBack();
    await button('Actions for mentions Paris').click();
    await item('Delete…').click();
    await button('Delete rule').click();
    await page.getByText('No evaluation rules yet').waitFor();
    expect(await server.sql('SELECT FROM span_annotations')).not.toEqual([]);
  });
});

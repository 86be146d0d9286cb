import type { Locator, Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const DAY_MS = 86_400_000;

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name }).first();

describe('data retention', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    const ages = [0, 5, 40, 50];
    await sendTraces(
      server.url,
      ages.map((days) => ({
        project: 'shop',
        name: `${days} days old`,
        startedAt: new Date(Date.now() - days * DAY_MS),
        ...(days === 50 && { failure: 'timeout' }),
      })),
    );
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  it('is set by a policy that says what it would delete, and runs on request', async () => {
    const page = await browser.open(`${server.url}/settings/data`);
    await row(page, 'Default').getByText('Keeps everything').waitFor();
    await page.getByRole('button', { name: 'New policy' }).click();
    const form = page.getByRole('dialog', { name: 'New retention policy' });
    await form.getByRole('textbox', { name: 'Name' }).fill('month');
    await form.getByText('This would delete nothing now.').waitFor();
    await form.getByRole('combobox', { name: 'Projects' }).click();
    await page.getByRole('option', { name: 'shop' }).click();
    await form.getByText('This would delete 2 traces with 2 spans now.').waitFor();
    await form.getByRole('checkbox', { name: 'Traces with a span that failed' }).check();
    await form.getByText('1 older trace would be kept.').waitFor();

    const schedule = form.getByRole('textbox', { name: 'Schedule' });
    await schedule.fill('tomorrow');
    await form.getByText('This is not a cron expression.').waitFor();
    await schedule.fill('30 3 * * *');
    await form.getByText(/^Use 0 as the minute/).waitFor();
    const create = form.getByRole('button', { name: 'Create policy' });
    expect(await create.isDisabled()).toBe(true);
    await schedule.fill('0 3 * * 1-5');
    await form.getByText(/Runs at 03:00, Monday through Friday/).waitFor();
    await create.click();
    await form.waitFor({ state: 'detached' });

    await row(page, 'month').getByText('Deletes traces older than 30 days').waitFor();
    await page.getByRole('button', { name: 'Run month' }).click();
    const question = page.getByRole('dialog', { name: 'Run month' });
    await question.getByText('Deleted traces cannot be restored.').waitFor();
    await question.getByRole('button', { name: 'Run now' }).click();
    await row(page, 'month').getByText('1 trace deleted').waitFor();
    const left = await server.sql<{ name: string }>('SELECT name FROM spans ORDER BY start_time');
    expect(left.map(({ name }) => name)).toEqual(['50 days old', '5 days old', '0 days old']);
  });

  it('is chosen in the settings of a project, and survives the deletion of its policy', async () => {
    const page = await browser.open(`${server.url}/projects`);
    await page.getByRole('link', { name: 'shop' }).click();
    await page.getByRole('link', { name: 'Config' }).click();
    const choice = page.getByRole('combobox', { name: 'Retention policy of this project' });
    await page.getByText('Deletes traces older than 30 days').waitFor();
    await choice.selectOption({ label: 'Default (the default)' });
    await page.getByText('Keeps everything.').waitFor();
    await choice.selectOption({ label: 'month' });
    await page.getByText('Deletes traces older than 30 days').waitFor();

    await page.getByRole('link', { name: 'All retention policies' }).click();
    await page.getByRole('link', { name: 'month' }).click();
    const form = page.getByRole('dialog', { name: 'Edit retention policy' });
    await form.getByRole('textbox', { name: /^Delete traces older/ }).fill('60');
    await form.getByRole('button', { name: 'Save policy' }).click();
    await row(page, 'month').getByText('Deletes traces older than 60 days').waitFor();
    await page.getByRole('button', { name: 'Delete month' }).click();
    const question = page.getByRole('dialog', { name: 'Delete month' });
    await question.getByText('1 project will follow the default policy instead.').waitFor();
    await question.getByRole('button', { name: 'Delete policy' }).click();
    await row(page, 'month').waitFor({ state: 'detached' });
    await row(page, 'Default').waitFor();
  });

  it('limits sizes, removes texts, and asks before it deletes everything', async () => {
    const traceId = newTraceId();
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
    await sendTraces(server.url, [
      {
        project: 'chat',
        name: 'old',
        traceId,
        startedAt: daysAgo(10),
        attributes: { 'input.value': 'Where is my order?' },
      },
      {
        project: 'chat',
        name: 'new',
        startedAt: daysAgo(0.1),
        attributes: { 'input.value': 'Thanks!' },
      },
    ]);
    const page = await browser.open(`${server.url}/settings/data?policy=new`);
    const form = page.getByRole('dialog', { name: 'New retention policy' });
    await form.getByRole('textbox', { name: 'Name' }).fill('lean');
    await form.getByRole('combobox', { name: 'Projects' }).click();
    await page.getByRole('option', { name: 'chat' }).click();
    const days = form.getByRole('textbox', { name: /^Delete traces older/ });
    await days.fill('0.01');
    const size = form.getByRole('textbox', { name: 'Largest size of each project' });
    await size.fill('1');
    await form.getByRole('combobox', { name: 'Unit of the largest size' }).selectOption('MB');
    await form.getByText(/^This would delete 2 traces .*occupy about \d/).waitFor();
    const create = form.getByRole('button', { name: 'Create policy' });
    await create.click();
    const question = page.getByRole('dialog', { name: 'Delete all traces?' });
    await question.getByText('This policy would delete all 2 traces of its projects').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });

    await days.fill('');
    await size.fill('20');
    await form.getByRole('textbox', { name: 'Remove texts after (days)' }).fill('7');
    await form.getByText('1 trace would lose its texts.').waitFor();
    await create.click();
    await form.waitFor({ state: 'detached' });
    await row(page, 'lean')
      .getByText('Deletes traces beyond 20 MB, and texts older than 7 days')
      .waitFor();
    await page.getByRole('button', { name: 'Run lean' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click();
    await row(page, 'lean').getByText('texts of 1 trace').waitFor();

    await page.getByRole('link', { name: 'lean' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit retention policy' });
    expect(
      await edit.getByRole('textbox', { name: 'Largest size of each project' }).inputValue(),
    ).toBe('20');

    await page.goto(`${server.url}/redirects/traces/${traceId}`);
    await page
      .getByText(/^The texts of this span were removed after 7 days by the retention policy lean/)
      .waitFor();
    expect(await page.getByText('Where is my order?').count()).toBe(0);
  });
});

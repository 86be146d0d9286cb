import type { Locator, Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { sendTraces } from '../support/send-traces.js';
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
});

import type { Page } from 'playwright-core';
import { TEST_SECRET } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('a server without authentication', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startTestServer({ SPANDREL_SECRET: TEST_SECRET }),
      startBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  it('shows the settings that concern everyone, and stores secrets', async () => {
    const page = await browser.open(`${server.url}/projects`);
    await page.getByRole('link', { name: 'Settings' }).click();
    const sections = page.getByRole('navigation', { name: 'Settings' });
    await page.getByText('Turned off: anyone who can reach').waitFor();
    expect(await sections.getByRole('link').allTextContents()).toEqual([
      'General',
      'Secrets',
      'Annotations',
      'Models',
      'Model providers',
      'Data retention',
      'Agents',
      'Webhooks',
    ]);

    await sections.getByRole('link', { name: 'Secrets' }).click();
    await addSecret(page);
    await page.getByRole('row').filter({ hasText: 'OPENAI_KEY' }).waitFor();
    expect(browser.errors).toEqual([]);
  });

  it('says what to set if it cannot encrypt secrets, and keeps the input', async () => {
    const unsealed = await startTestServer();
    const page = await browser.open(`${unsealed.url}/settings/secrets`);
    await addSecret(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').getByText('set SPANDREL_SECRET').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('sk-secret');
    await unsealed.stop();
  });

  it.each(['users', 'groups', 'api-keys', 'sign-in', 'audit-log'])(
    'explains on /settings/%s that there are no accounts',
    async (section) => {
      const page = await browser.open(`${server.url}/settings/${section}`);
      await page.getByText('No accounts on this server').waitFor();
      expect(browser.errors).toEqual([]);
    },
  );

  it('cannot hide projects, and does not ask to which one a dataset belongs', async () => {
    const page = await browser.open(`${server.url}/projects/${globalId('Project', 1)}/config`);
    const access = page.getByRole('region', { name: 'Access' });
    await access.getByText('Authentication is off on this server').waitFor();
    expect(await access.getByRole('switch').count()).toBe(0);
    await page.goto(`${server.url}/datasets`);
    await page.getByRole('button', { name: 'New dataset' }).click();
    const dialog = page.getByRole('dialog', { name: 'New dataset' });
    await dialog.getByRole('textbox', { name: 'Description' }).waitFor();
    expect(await dialog.getByRole('combobox', { name: 'Project' }).count()).toBe(0);
    expect(browser.errors).toEqual([]);
  });
});

async function addSecret(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('OPENAI_KEY');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('sk-secret');
  await dialog.getByRole('button', { name: 'Add secret' }).click();
}

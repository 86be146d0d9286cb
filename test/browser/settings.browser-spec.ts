import type { Locator, Page } from 'playwright-core';
import {
  type Account,
  bearer,
  startSecuredServer,
  type SecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';

describe('the settings, for an administrator', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let admin: Account;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    admin = server.accounts.ADMIN;
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  const open = (path: string): Promise<Page> =>
    browser.open(`${server.url}/settings/${path}`, { cookie: admin.cookie });

  it('describe this server', async () => {
    const page = await open('general');
    await page.getByRole('heading', { name: 'General', level: 1 }).waitFor();
    await page.getByText(/^Spandrel \d+\.\d+\.\d+$/).waitFor();
    await page.getByText(`${server.url}/v1/traces`, { exact: true }).waitFor();
    await page.getByText('PHOENIX_API_KEY').first().waitFor();
  });

  it('list every section, and mark the open one', async () => {
    const page = await open('general');
    const sections = page.getByRole('navigation', { name: 'Settings' });
    await sections.getByRole('link', { name: 'Audit log' }).waitFor();
    expect(await sections.getByRole('link').allTextContents()).toEqual([
      'General',
      'Users',
      'Groups',
      'Roles',
      'API keys',
      'Applications',
      'Secrets',
      'Annotations',
      'Models',
      'Model providers',
      'Data retention',
      'Agents',
      'Webhooks',
      'Sign-in',
      'Provisioning',
      'Audit log',
    ]);
    await sections.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('columnheader', { name: 'Administrator' }).waitFor();
    expect(page.url()).toBe(`${server.url}/settings/roles`);
  });

  it('say how to connect an agent', async () => {
    const page = await open('mcp');
    await page.getByText(`${server.url}/mcp`, { exact: true }).waitFor();
    await page.getByText('export SPANDREL_API_KEY=spd_…').waitFor();
    await page.getByRole('tab', { name: 'VS Code' }).click();
    await page.getByRole('button', { name: 'Copy VS Code code' }).waitFor();
    await page.getByRole('link', { name: 'your profile', exact: true }).click();
    await page.waitForURL(`${server.url}/profile/api-keys`);
  });

  describe('system keys', () => {
    it('are shown once, work, and stop working when deleted', async () => {
      const page = await open('api-keys');
      await page.getByRole('button', { name: 'New system key' }).click();
      const dialog = page.getByRole('dialog', { name: 'New system key' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('nightly');
      await dialog.getByRole('combobox', { name: 'Scope' }).selectOption('READ');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByText('has been created').waitFor();
      const key = (await dialog.locator('code').textContent()) ?? '';
      await dialog.getByText(`PHOENIX_API_KEY=${key}`).waitFor();
      const ask = () => server.request.get('/v1/projects').set(bearer(key));
      expect((await ask()).status).toBe(200);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await row(page, 'nightly').getByText(key.slice(0, 12)).waitFor();
      expect(await page.content()).not.toContain(key);

      await page.getByRole('button', { name: 'Delete key nightly' }).click();
      await page.getByRole('button', { name: 'Delete key', exact: true }).click();
      await row(page, 'nightly').waitFor({ state: 'detached' });
      expect((await ask()).status).toBe(401);
    });

    it('cannot expire in the past', async () => {
      const page = await open('api-keys');
      await page.getByRole('button', { name: 'New system key' }).click();
      const dialog = page.getByRole('dialog', { name: 'New system key' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('late');
      await dialog.getByRole('combobox', { name: 'Expires after' }).selectOption('date');
      await dialog.getByLabel('Expires at').fill('2020-01-01T00:00');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByText('Choose a time in the future.').waitFor();
    });

    it('are listed next to the keys of users', async () => {
      const page = await open('api-keys');
      await page.getByText('All users’ keys').click();
      await page.getByRole('region', { name: 'All users’ keys' }).waitFor();
      await page.getByRole('link', { name: server.accounts.VIEWER.username }).waitFor();
      expect(page.url()).toContain('of=users');
    });
  });

  it('accept secrets, and show only their names', async () => {
    const value = 'sk-very-secret-value';
    const page = await open('secrets');
    await page.getByRole('button', { name: 'Add secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add secret' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('OPENAI-KEY');
    await dialog.getByRole('textbox', { name: 'Value' }).fill(value);
    await dialog.getByRole('button', { name: 'Add secret' }).click();
    await dialog.getByText('Use only unaccented letters, digits and underscores').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('OPENAI_KEY');
    await dialog.getByRole('button', { name: 'Add secret' }).click();
    await row(page, 'OPENAI_KEY').getByText(admin.username).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(value);

    await page.getByRole('button', { name: 'Replace OPENAI_KEY' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Value' }).fill('another');
    await page.getByRole('button', { name: 'Replace value' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Delete OPENAI_KEY' }).click();
    await page.getByRole('button', { name: 'Delete secret' }).click();
    await page.getByText('No secrets yet').waitFor();
  });

  it('show the sign-in methods', async () => {
    const page = await open('sign-in');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.getByText('docs/accounts.md').waitFor();
  });

  it('show who did what, and export it as a file', async () => {
    const page = await open('users');
    const { username } = await server.createAccount('VIEWER');
    await page.getByRole('textbox', { name: /Find users/ }).fill(username);
    await page.getByRole('combobox', { name: `Role for ${username}` }).selectOption('MEMBER');
    await page.getByText(`${username}’s role is now Member`).waitFor();
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Audit log' })
      .click();
    await page.getByRole('combobox', { name: 'Action' }).selectOption('user.role_changed');
    const change = page.getByRole('row').filter({ hasText: username });
    await change.getByText('Changed a role').waitFor();
    expect(page.url()).toContain('action=user.role_changed');

    await change.getByRole('link').first().click();
    const panel = page.getByRole('region', { name: 'Event' });
    await panel.getByText('user.role_changed', { exact: true }).waitFor();
    await panel.getByText('MEMBER').first().waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });

    for (const [format, start] of [
      ['CSV', /^[\w"]/],
      ['JSON Lines', /^\{/],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      const text = await textOf(await download.createReadStream());
      expect(text).toMatch(start);
      expect(text).toContain(username);
    }
  });

  it('search the whole log for rare events', async () => {
    await server.sql(
      `INSERT INTO audit_events (occurred_at, action, outcome, actor_name, details)
       SELECT now() - interval '1 hour', 'login.failed', 'failure',
              CASE number WHEN 1 THEN 'needle' ELSE 'straw' END, '{}'
       FROM generate_series(1, 45000) AS number`,
    );
    const page = await open('audit-log?q=needle');
    await row(page, 'needle').getByText('Failed to sign in').waitFor();
    await page.getByText('1 entry', { exact: true }).waitFor();
  });
});

/** Returns the table row whose first cell contains this name. */
function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

async function textOf(stream: AsyncIterable<Buffer | string>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

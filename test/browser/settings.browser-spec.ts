import type { Locator, Page } from 'playwright-core';
import {
  type Account,
  bearer,
  startSecuredServer,
  type SecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';

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

  const roleOf = async (userId: number) => {
    const rows = await server.sql<{ role: string }>('SELECT role FROM users WHERE id = $1', [
      userId,
    ]);
    return rows[0]?.role;
  };

  it('say what this server is', async () => {
    const page = await open('general');
    await page.getByRole('heading', { name: 'General', level: 1 }).waitFor();
    await page.getByText(/^Spandrel \d+\.\d+\.\d+$/).waitFor();
    await page.getByText(`${server.url}/v1/traces`, { exact: true }).waitFor();
    await page.getByText('PHOENIX_API_KEY').first().waitFor();
  });

  it('name every section, and the one that is open', async () => {
    const page = await open('general');
    const sections = page.getByRole('navigation', { name: 'Settings' });
    await sections.getByRole('link', { name: 'Audit log' }).waitFor();
    expect(await sections.getByRole('link').allTextContents()).toEqual([
      'General',
      'Users',
      'Roles',
      'API keys',
      'Secrets',
      'Sign-in',
      'Audit log',
    ]);
    await sections.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('columnheader', { name: 'Administrator' }).waitFor();
    expect(page.url()).toBe(`${server.url}/settings/roles`);
  });

  describe('users', () => {
    it('are added with a password that is shown once and works', async () => {
      const page = await open('users');
      await page.getByRole('button', { name: 'Add user' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add user' });
      await dialog.getByRole('textbox', { name: 'User name' }).fill('zoe');
      await dialog.getByRole('textbox', { name: 'E-mail' }).fill('zoe@example.com');
      await dialog.getByRole('combobox', { name: 'Role' }).selectOption('VIEWER');
      await dialog.getByRole('button', { name: 'Add user' }).click();
      await dialog.getByText('was added').waitFor();
      const password = await dialog.locator('code').textContent();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('link', { name: 'zoe', exact: true }).waitFor();
      await row(page, 'zoe').getByText('must change').waitFor();

      const signIn = await server.request
        .post('/auth/login')
        .send({ email: 'zoe@example.com', password });
      expect(signIn.status).toBe(204);
    });

    it('keep what was typed when they cannot be added, and name the field', async () => {
      const { username } = server.accounts.MEMBER;
      const page = await open('users');
      await page.getByRole('button', { name: 'Add user' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add user' });
      await dialog.getByRole('textbox', { name: 'User name' }).fill(username);
      await dialog.getByRole('textbox', { name: 'E-mail' }).fill('another@example.com');
      await dialog.getByRole('button', { name: 'Add user' }).click();
      const field = dialog.getByRole('textbox', { name: 'User name' });
      await eventually(
        'marked field',
        async () => (await field.getAttribute('aria-invalid')) === 'true',
      );
      expect(await field.inputValue()).toBe(username);
      expect(await dialog.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(
        'another@example.com',
      );
    });

    it('refuse a password that is too short before it is sent', async () => {
      const page = await open('users');
      await page.getByRole('button', { name: 'Add user' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add user' });
      await dialog.getByRole('textbox', { name: 'User name' }).fill('short');
      await dialog.getByRole('textbox', { name: 'E-mail' }).fill('short@example.com');
      await dialog.getByText('Type one').click();
      await dialog.getByLabel('Password', { exact: true }).last().fill('abc');
      await dialog.getByRole('button', { name: 'Add user' }).click();
      await dialog.getByText(/at least 15 characters, or/).waitFor();
    });

    it('get another role where it is shown', async () => {
      const { userId, username } = await server.createAccount('VIEWER');
      const page = await open(`users?q=${username}`);
      await page.getByRole('combobox', { name: `Role of ${username}` }).selectOption('MEMBER');
      await page.getByText(`${username} is now member`).waitFor();
      expect(await roleOf(userId)).toBe('MEMBER');
    });

    it('do not change their own role, and not that of the built-in administrator', async () => {
      const page = await open('users');
      await page.getByRole('link', { name: admin.username, exact: true }).waitFor();
      for (const name of [admin.username, 'admin']) {
        expect(await row(page, name).getByRole('combobox').count()).toBe(0);
        await row(page, name).getByRole('button', { name: 'Administrator' }).focus();
        await page
          .getByRole('tooltip')
          .getByText(/own role|stays one/)
          .waitFor();
      }
    });

    it('are found by a part of the name or address, which stays in the address', async () => {
      const page = await open('users');
      const { username, email } = server.accounts.VIEWER;
      const field = page.getByRole('textbox', { name: /Find users/ });
      await field.fill(username.slice(0, 9).toUpperCase());
      await page.getByRole('link', { name: 'admin', exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: username, exact: true }).waitFor();
      await field.fill(email.slice(3));
      await eventually('one match', async () => (await page.locator('tbody tr').count()) === 1);
      expect(page.url()).toContain('q=');
    });

    it('are renamed and get a new password in their panel', async () => {
      const { userId, username, email } = await server.createAccount('MEMBER');
      const page = await open(`users?q=${username}`);
      await page.getByRole('link', { name: username, exact: true }).click();
      const panel = page.getByRole('region', { name: 'User', exact: true });
      await panel.getByRole('button', { name: 'Rename…' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('renamed');
      await page.getByRole('button', { name: 'Rename', exact: true }).click();
      await panel.getByRole('heading', { name: 'renamed' }).waitFor();

      await panel.getByRole('button', { name: 'Reset password…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Reset the password of renamed' });
      await dialog.getByRole('button', { name: 'Reset password' }).click();
      const password = await dialog.locator('code').textContent();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await panel.getByText('Signed in nowhere.').waitFor();
      const signIn = await server.request.post('/auth/login').send({ email, password });
      expect(signIn.status).toBe(204);
      const [state] = await server.sql<{ needs: boolean }>(
        'SELECT password_needs_reset AS needs FROM users WHERE id = $1',
        [userId],
      );
      expect(state?.needs).toBe(true);
    });

    it('lose a session and a key in their panel, at once', async () => {
      const { username, cookie, key } = await server.createAccount('MEMBER');
      const page = await open(`users?q=${username}`);
      await page.getByRole('link', { name: username, exact: true }).click();
      const panel = page.getByRole('region', { name: 'User', exact: true });
      await panel.getByRole('button', { name: /End the session/ }).click();
      await panel.getByText('Signed in nowhere.').waitFor();
      expect((await server.request.get('/v1/projects').set({ Cookie: cookie })).status).toBe(401);

      await panel.getByRole('button', { name: 'Delete the key test' }).click();
      await page.getByRole('dialog').getByText(key.slice(0, 12)).waitFor();
      await page.getByRole('button', { name: 'Delete key' }).click();
      await panel.getByText('No keys.').waitFor();
      expect((await server.request.get('/v1/projects').set(bearer(key))).status).toBe(401);
    });

    it('are deleted several at a time, by those who type it', async () => {
      const [first, second] = [
        await server.createAccount('VIEWER'),
        await server.createAccount('VIEWER'),
      ];
      const page = await open('users');
      await page.getByRole('checkbox', { name: `Select ${first.username}` }).click();
      await page.getByRole('checkbox', { name: `Select ${second.username}` }).click();
      await page.getByRole('button', { name: 'Delete 2…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete 2 users' });
      await dialog.getByText('sessions and API keys end at once').waitFor();
      const confirm = dialog.getByRole('button', { name: 'Delete 2 users' });
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill('delete 2 users');
      await confirm.click();
      await page.getByRole('link', { name: first.username }).waitFor({ state: 'detached' });
      expect(await roleOf(first.userId)).toBeUndefined();
      expect(await roleOf(second.userId)).toBeUndefined();
    });
  });

  describe('system keys', () => {
    it('are shown once, work, and stop when they are deleted', async () => {
      const page = await open('api-keys');
      await page.getByRole('button', { name: 'New system key' }).click();
      const dialog = page.getByRole('dialog', { name: 'New system key' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('nightly');
      await dialog.getByRole('combobox', { name: 'Scope' }).selectOption('READ');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByText('is ready').waitFor();
      const key = (await dialog.locator('code').textContent()) ?? '';
      await dialog.getByText(`PHOENIX_API_KEY=${key}`).waitFor();
      const ask = () => server.request.get('/v1/projects').set(bearer(key));
      expect((await ask()).status).toBe(200);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await row(page, 'nightly').getByText(key.slice(0, 12)).waitFor();
      expect(await page.content()).not.toContain(key);

      await page.getByRole('button', { name: 'Delete the key nightly' }).click();
      await page.getByRole('button', { name: 'Delete key', exact: true }).click();
      await row(page, 'nightly').waitFor({ state: 'detached' });
      expect((await ask()).status).toBe(401);
    });

    it('are not made with an end in the past', async () => {
      const page = await open('api-keys');
      await page.getByRole('button', { name: 'New system key' }).click();
      const dialog = page.getByRole('dialog', { name: 'New system key' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('late');
      await dialog.getByRole('combobox', { name: 'Valid for' }).selectOption('date');
      await dialog.getByLabel('Valid until').fill('2020-01-01T00:00');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByText('Choose a time in the future.').waitFor();
    });

    it('stand beside the keys of people', async () => {
      const page = await open('api-keys');
      await page.getByText('All users’ keys').click();
      await page.getByRole('region', { name: 'All users’ keys' }).waitFor();
      await page.getByRole('link', { name: server.accounts.VIEWER.username }).waitFor();
      expect(page.url()).toContain('of=users');
    });
  });

  it('take secrets, and show their names only', async () => {
    const value = 'sk-very-secret-value';
    const page = await open('secrets');
    await page.getByRole('button', { name: 'Add secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add secret' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('OPENAI-KEY');
    await dialog.getByRole('textbox', { name: 'Value' }).fill(value);
    await dialog.getByRole('button', { name: 'Add secret' }).click();
    await dialog.getByText('Only letters, digits and underscores').waitFor();
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

  it('show how people sign in', async () => {
    const page = await open('sign-in');
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.getByText('docs/accounts.md').waitFor();
  });

  it('tell who did what, and hand it out as a file', async () => {
    const page = await open('users');
    const { username } = await server.createAccount('VIEWER');
    await page.getByRole('textbox', { name: /Find users/ }).fill(username);
    await page.getByRole('combobox', { name: `Role of ${username}` }).selectOption('MEMBER');
    await page.getByText(`${username} is now member`).waitFor();
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
      ['JSON lines', /^\{/],
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

  it('look through the whole log for what is rare', async () => {
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

/** The row of a table whose first cell names it. */
function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

async function textOf(stream: AsyncIterable<Buffer | string>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

import type { Locator, Page } from 'playwright-core';
import {
  type Account,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';

describe('users, in the settings of an administrator,', () => {
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

  it('are added with a password that is shown once and works', async () => {
    const page = await open('users');
    await page.getByRole('button', { name: 'Add user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add user' });
    await dialog.getByRole('textbox', { name: 'Username' }).fill('zoe');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('zoe@example.com');
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('VIEWER');
    await dialog.getByRole('button', { name: 'Add user' }).click();
    await dialog.getByText('has been added').waitFor();
    const password = await dialog.locator('code').textContent();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'zoe', exact: true }).waitFor();
    await row(page, 'zoe').getByText('must be changed').waitFor();

    const signIn = await server.request
      .post('/auth/login')
      .send({ email: 'zoe@example.com', password });
    expect(signIn.status).toBe(204);
  });

  it('keep the input and mark the field if one cannot be added', async () => {
    const { username } = server.accounts.MEMBER;
    const page = await open('users');
    await page.getByRole('button', { name: 'Add user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add user' });
    await dialog.getByRole('textbox', { name: 'Username' }).fill(username);
    await dialog.getByRole('textbox', { name: 'Email' }).fill('another@example.com');
    await dialog.getByRole('button', { name: 'Add user' }).click();
    const field = dialog.getByRole('textbox', { name: 'Username' });
    await eventually(
      'marked field',
      async () => (await field.getAttribute('aria-invalid')) === 'true',
    );
    expect(await field.inputValue()).toBe(username);
    expect(await dialog.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(
      'another@example.com',
    );
  });

  it('cannot be added with a short password, which is not even sent', async () => {
    const page = await open('users');
    await page.getByRole('button', { name: 'Add user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add user' });
    await dialog.getByRole('textbox', { name: 'Username' }).fill('short');
    await dialog.getByRole('textbox', { name: 'Email' }).fill('short@example.com');
    await dialog.getByText('Enter a password').click();
    await dialog.getByLabel('Password', { exact: true }).last().fill('abc');
    await dialog.getByRole('button', { name: 'Add user' }).click();
    await dialog.getByText(/at least 15 characters, or/).waitFor();
  });

  it('get a different role in the list', async () => {
    const { userId, username } = await server.createAccount('VIEWER');
    const page = await open(`users?q=${username}`);
    await page.getByRole('combobox', { name: `Role for ${username}` }).selectOption('MEMBER');
    await page.getByText(`${username}’s role is now Member`).waitFor();
    expect(await roleOf(userId)).toBe('MEMBER');
  });

  it('cannot change their own role, or that of the built-in administrator', async () => {
    const page = await open('users');
    await page.getByRole('link', { name: admin.username, exact: true }).waitFor();
    for (const name of [admin.username, 'admin']) {
      expect(await row(page, name).getByRole('combobox').count()).toBe(0);
      await row(page, name).getByRole('button', { name: 'Administrator' }).focus();
      await page
        .getByRole('tooltip')
        .getByText(/own role|always keeps/)
        .waitFor();
    }
  });

  it('are found by part of the name or email address, and the URL contains the search', async () => {
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
    await page.getByRole('button', { name: 'Rename user' }).click();
    await panel.getByRole('heading', { name: 'renamed' }).waitFor();

    await panel.getByRole('button', { name: 'Reset password…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset password for renamed' });
    await dialog.getByRole('button', { name: 'Reset password' }).click();
    const password = await dialog.locator('code').textContent();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await panel.getByText('Not signed in anywhere.').waitFor();
    const signIn = await server.request.post('/auth/login').send({ email, password });
    expect(signIn.status).toBe(204);
    const [state] = await server.sql<{ needs: boolean }>(
      'SELECT password_needs_reset AS needs FROM users WHERE id = $1',
      [userId],
    );
    expect(state?.needs).toBe(true);
  });

  it('can be signed out and lose a key in their panel', async () => {
    const { username, cookie, key } = await server.createAccount('MEMBER');
    const page = await open(`users?q=${username}`);
    await page.getByRole('link', { name: username, exact: true }).click();
    const panel = page.getByRole('region', { name: 'User', exact: true });
    await panel.getByRole('button', { name: /End session/ }).click();
    await panel.getByText('Not signed in anywhere.').waitFor();
    expect((await server.request.get('/v1/projects').set({ Cookie: cookie })).status).toBe(401);

    await panel.getByRole('button', { name: 'Delete key test' }).click();
    await page.getByRole('dialog').getByText(key.slice(0, 12)).waitFor();
    await page.getByRole('button', { name: 'Delete key', exact: true }).click();
    await panel.getByText('No API keys.').waitFor();
    expect((await server.request.get('/v1/projects').set(bearer(key))).status).toBe(401);
  });

  it('are deleted together, only after typing the phrase', async () => {
    const [first, second] = [
      await server.createAccount('VIEWER'),
      await server.createAccount('VIEWER'),
    ];
    const page = await open('users');
    await page.getByRole('checkbox', { name: `Select ${first.username}` }).click();
    await page.getByRole('checkbox', { name: `Select ${second.username}` }).click();
    await page.getByRole('button', { name: 'Delete 2…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 users' });
    await dialog.getByText('ends all sessions and revokes all API keys').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Delete 2 users' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('delete 2 users');
    await confirm.click();
    await page.getByRole('link', { name: first.username }).waitFor({ state: 'detached' });
    expect(await roleOf(first.userId)).toBeUndefined();
    expect(await roleOf(second.userId)).toBeUndefined();
  });
});

/** Returns the table row whose first cell contains this name. */
function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

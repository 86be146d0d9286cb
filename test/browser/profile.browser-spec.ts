import type { Page } from 'playwright-core';
import {
  type Account,
  bearer,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';

const REFUSED = /Failed to load resource: the server responded with a status of (401|409|422)/;

describe('the profile', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let account: Account;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(async () => {
    account = await server.createAccount('VIEWER');
  });
  afterEach(() => {
    expect(browser.errors.splice(0).filter((text) => !REFUSED.test(text))).toEqual([]);
  });

  const open = (section: string): Promise<Page> =>
    browser.open(`${server.url}/profile/${section}`, { cookie: account.cookie });
  const statusWith = async (headers: Record<string, string>): Promise<number> =>
    (await server.request.get('/v1/projects').set(headers)).status;

  it("opens from the account menu, which shows the user's name", async () => {
    const page = await browser.open(`${server.url}/projects`, { cookie: account.cookie });
    await page.getByRole('button', { name: 'Account' }).click();
    const menu = page.getByRole('menu');
    await menu.getByText(account.username, { exact: true }).waitFor();
    await menu.getByText(account.email).waitFor();
    await menu.getByText('Viewer', { exact: true }).waitFor();
    await menu.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/profile/account');
  });

  it('changes the username', async () => {
    const page = await open('account');
    const name = `Ada ${account.userId}`;
    await page.getByLabel('Username').fill(name);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`Your username is now ${name}`).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menu').getByText(name).waitFor();
  });

  it('shows why a username cannot be used, and keeps the input', async () => {
    const page = await open('account');
    await page.getByLabel('Username').fill('admin');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/exist|taken|in use/i).waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('admin');
  });

  it('creates a key that is shown once and works, and deletes it', async () => {
    const page = await open('api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('collector');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('This is shown only once').waitFor();
    const text = await dialog.innerText();
    const key = /spd_[0-9A-Za-z]{43}/.exec(text)?.[0] ?? '';
    expect(text).toContain(`PHOENIX_API_KEY=${key}`);
    expect(await statusWith(bearer(key))).toBe(200);
    await dialog.getByRole('button', { name: 'Done' }).click();

    const row = page.getByRole('listitem').filter({ hasText: 'collector' });
    await row.getByText(`${key.slice(0, 12)}…`).waitFor();
    expect(await page.content()).not.toContain(key);
    await row.getByRole('button', { name: 'Delete key collector' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete key', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    expect(await statusWith(bearer(key))).toBe(401);
  });

  it('ends one other session, then all others, but never this one', async () => {
    const others = [
      await server.signIn(account.userId),
      await server.signIn(account.userId),
      await server.signIn(account.userId),
    ];
    const page = await open('sessions');
    await page.getByText('This session').waitFor();
    const ends = page.getByRole('button', { name: /^End session/ });
    expect(await ends.count()).toBe(3);
    await ends.first().click();
    await page.getByText(/^Session in .* ended$/).waitFor();
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByRole('dialog').getByText('2 sessions').waitFor();
    await page.getByRole('button', { name: 'End sessions' }).click();
    await ends.first().waitFor({ state: 'detached' });
    for (const Cookie of others) expect(await statusWith({ Cookie })).toBe(401);
    expect(await statusWith({ Cookie: account.cookie })).toBe(200);
  });

  it('shows times in the selected time zone, even after a reload', async () => {
    const page = await open('preferences');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.click();
    await page.keyboard.type('kathmandu');
    await page.getByRole('option', { name: 'Asia/Kathmandu' }).click();
    await page.goto(`${server.url}/profile/sessions`);
    await page.locator('time').first().hover();
    await page
      .getByRole('tooltip')
      .getByText(/GMT\+5:45/)
      .waitFor();
  });

  it('stays dark after a reload if selected', async () => {
    const page = await open('preferences');
    await page.getByText('Dark', { exact: true }).click();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await page.reload();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  });
});

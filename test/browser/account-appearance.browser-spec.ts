import type { Page } from 'playwright-core';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { appearanceProblems, startBrowser, type TestBrowser } from '../support/browser.js';

describe('every account page looks right:', () => {
  let server: SecuredServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  /** Opens a page, waits for its heading, and checks how it looks. */
  async function check(path: string, heading: string, cookie?: string): Promise<Page> {
    const signedIn = cookie === undefined ? {} : { cookie };
    const page = await browser.open(`${server.url}${path}`, signedIn);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await appearanceProblems(page)).toEqual([]);
    expect(browser.errors.splice(0)).toEqual([]);
    return page;
  }

  it.each([
    ['/login?error=email_in_use', 'Sign in'],
    ['/logout', 'You have signed out'],
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password-with-token?token=x', 'Set a new password'],
    ['/reset-password-with-token', 'This link does not work'],
  ])('%s', async (path, heading) => {
    await (await check(path, heading)).close();
  });

  it.each([
    ['/profile/account', 'Account'],
    ['/profile/security', 'Passkeys'],
    ['/profile/api-keys', 'API keys'],
    ['/profile/sessions', 'Sessions'],
    ['/profile/applications', 'Applications'],
    ['/profile/preferences', 'Preferences'],
  ])('%s', async (path, heading) => {
    const page = await check(path, heading, server.accounts.MEMBER.cookie);
    await browser.release(page);
  });

  it('the page to change an expired password', async () => {
    const { userId, cookie } = await server.createAccount('MEMBER');
    await server.sql('UPDATE users SET password_needs_reset = true WHERE id = $1', [userId]);
    const page = await check('/projects', 'Choose a new password', cookie);
    await browser.release(page);
  });

  it('a new key', async () => {
    const page = await check('/profile/api-keys', 'API keys', server.accounts.MEMBER.cookie);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('collector');
    expect(await appearanceProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('This is shown only once').waitFor();
    expect(await appearanceProblems(page)).toEqual([]);
    await browser.release(page);
  });
});

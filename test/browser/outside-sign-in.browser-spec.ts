import type { Page } from 'playwright-core';
import { providerEnv, startProvider } from '../auth/oidc-sign-in.js';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { company, directoryVariables } from '../support/ldap-people.js';
import { LdapServer } from '../support/ldap-server.js';
import type { TestProvider } from '../support/oidc-provider.js';
import { ADMIN, complaints, heading } from '../support/sign-in-form.js';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.stop());
afterEach(() => expect(complaints(browser.errors)).toEqual([]));

describe('a sign-in provider', () => {
  let provider: TestProvider;
  let behind: SecuredServer;
  let manual: SecuredServer;

  beforeAll(async () => {
    provider = await startProvider();
    provider.people.set('grace', { email: 'grace@example.com', name: 'Grace Hopper' });
    provider.people.set('taken', { email: ADMIN, email_verified: true });
    [behind, manual] = await Promise.all([
      startSecuredServer(providerEnv('acme', provider, { AUTO_LOGIN: 'true' })),
      startSecuredServer(providerEnv('acme', provider)),
    ]);
  });
  afterAll(async () => {
    await Promise.all([behind.stop(), manual.stop()]);
    await provider.stop();
  });

  /** Opens a page at which the provider signs in this user. */
  async function openAs(person: string, { url }: SecuredServer, path: string): Promise<Page> {
    const page = await browser.open(`${url}/healthz`);
    await page.route(`${url}/oauth2/**`, async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      const headers = response.headers();
      const location = headers['location'];
      if (location?.startsWith(provider.issuer)) headers['location'] += `&login_hint=${person}`;
      await route.fulfill({ response, headers });
    });
    await page.goto(`${url}${path}`);
    return page;
  }

  it('signs in with its button, and opens the requested page', async () => {
    const page = await openAs('grace', manual, '/profile/account');
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await heading(page, 'Account');
    await page.getByText('With your organization’s sign-in provider').waitFor();
    expect(await page.getByLabel('Current password').count()).toBe(0);
    await browser.release(page);
  });

  it('shows why signing in failed', async () => {
    const page = await openAs('taken', manual, '/login');
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page
      .getByRole('alert')
      .getByText(/another sign-in method/)
      .waitFor();
  });

  it('signs in automatically if configured, but not after signing out', async () => {
    const page = await openAs('grace', behind, '/profile/preferences');
    await heading(page, 'Preferences');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await heading(page, 'You have signed out');
    await page.goto(`${behind.url}/projects`);
    await heading(page, 'Sign in');
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page.getByRole('button', { name: 'Account' }).waitFor();
    await browser.release(page);
  });
});

describe('a directory', () => {
  it('signs in with username and password', async () => {
    const ldap = await LdapServer.start();
    ldap.entries = company();
    const behind = await startSecuredServer(directoryVariables(ldap));
    const page = await browser.open(`${behind.url}/profile/account`);
    await heading(page, 'Sign in');
    await page.getByText('Directory', { exact: true }).click();
    await page.getByLabel('Username').fill('jane');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/Wrong username or password/)
      .waitFor();
    await page.keyboard.type('jane-password');
    await page.keyboard.press('Enter');
    await heading(page, 'Account');
    await page.getByText('With your organization’s directory').waitFor();
    await browser.release(page);
    await behind.stop();
    await ldap.stop();
  });
});

import { ADMIN_PASSWORD, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { type PageOptions, startBrowser, type TestBrowser } from '../support/browser.js';
import { startProxy } from '../support/proxy.js';
import { startTestServer } from '../support/server.js';
import { ADMIN, complaints, fillIn, heading } from '../support/sign-in-form.js';

let server: SecuredServer;
let browser: TestBrowser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
});
afterAll(async () => {
  await browser.stop();
  await server.stop();
});
afterEach(() => expect(complaints(browser.errors)).toEqual([]));

describe('a session', () => {
  /** Opens a page as a user that no other test uses. */
  async function signedIn(path = '/profile/account', options: PageOptions = {}) {
    const account = await server.createAccount('MEMBER');
    const { cookie } = account;
    const page = await browser.open(`${server.url}${path}`, { ...options, cookie });
    await page.getByRole('button', { name: 'Account' }).waitFor();
    return { page, account };
  }
  const expireAccess = (userId: number) =>
    server.sql(
      `UPDATE login_tokens SET access_expires_at = now() - interval '1 minute'
       WHERE session_id IN (SELECT id FROM login_sessions WHERE user_id = $1)`,
      [userId],
    );

  it.each([
    ['with locks', ''],
    // Browsers support locks only over HTTPS and on localhost.
    ['without locks', 'Object.defineProperty(Navigator.prototype, "locks", { value: undefined })'],
  ])('is renewed silently, once for all tabs (%s)', async (_browser, script) => {
    const { page, account } = await signedIn('/profile/account', { isolated: true });
    await page.context().addInitScript(script);
    const second = await page.context().newPage();
    await second.goto(`${server.url}/profile/sessions`);
    await second.getByText('This session').waitFor();
    let renewals = 0;
    page.context().on('response', (response) => {
      if (response.url().endsWith('/auth/refresh')) renewals += 1;
    });
    await expireAccess(account.userId);
    await Promise.all([page.reload(), second.reload()]);
    await heading(page, 'Account');
    await second.getByText('This session').waitFor();
    expect(renewals).toBe(1);
    await expireAccess(account.userId);
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByText('This session').waitFor();
    expect(renewals).toBe(2);
  });

  it('leads to the sign-in page and back if it was ended elsewhere', async () => {
    const { page, account } = await signedIn('/profile/preferences');
    await server.sql('DELETE FROM login_sessions WHERE user_id = $1', [account.userId]);
    await page.getByRole('link', { name: 'Sessions' }).click();
    await heading(page, 'Sign in');
    expect(new URL(page.url()).searchParams.get('returnUrl')).toBe('/profile/sessions');
    await fillIn(page, ADMIN, ADMIN_PASSWORD);
    await heading(page, 'Sessions');
  });

  it('ends after signing out, without ending other sessions', async () => {
    const { page, account } = await signedIn();
    const other = await server.signIn(account.userId);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await heading(page, 'You have signed out');
    await page.goto(`${server.url}/projects`);
    await heading(page, 'Sign in');
    const { status } = await server.request.get('/v1/projects').set({ Cookie: other });
    expect(status).toBe(200);
  });

  it('ends after signing out everywhere, together with all others', async () => {
    const { page, account } = await signedIn();
    const other = await server.signIn(account.userId);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: /everywhere/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere' });
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await heading(page, 'You have signed out');
    const { status } = await server.request.get('/v1/projects').set({ Cookie: other });
    expect(status).toBe(401);
  });
});

describe('below a path of a proxy', () => {
  it('users sign in, come back and sign out', async () => {
    const behind = await startSecuredServer({ SPANDREL_HOST_ROOT_PATH: '/eval' });
    const proxy = await startProxy('/eval', behind.url);
    const page = await browser.open(`${proxy.url}/eval/projects?timeRangeKey=1h`);
    await heading(page, 'Sign in');
    expect(new URL(page.url()).pathname).toBe('/eval/login');
    expect(new URL(page.url()).searchParams.get('returnUrl')).toBe('/projects?timeRangeKey=1h');
    await fillIn(page, ADMIN, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Account' }).waitFor();
    expect(page.url()).toBe(`${proxy.url}/eval/projects?timeRangeKey=1h`);
    await behind.sql(`UPDATE login_tokens SET access_expires_at = now() - interval '1 minute'`);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByText('This session').waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await heading(page, 'You have signed out');
    expect(new URL(page.url()).pathname).toBe('/eval/logout');
    await browser.release(page);
    await proxy.stop();
    await behind.stop();
  });
});

describe('a server without authentication', () => {
  it('has no sign-in, profile or account', async () => {
    const open = await startTestServer();
    for (const path of ['/login', '/logout', '/forgot-password', '/profile/account']) {
      const page = await browser.open(`${open.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/projects');
      expect(await page.getByRole('button', { name: 'Account' }).count()).toBe(0);
      await browser.release(page);
    }
    await open.stop();
  });
});

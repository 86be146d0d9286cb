import type { Page } from 'playwright-core';
import { startProxy } from '../support/proxy.js';
import { ADMIN_PASSWORD, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { startTestServer } from '../support/server.js';

const ADMIN = 'admin@localhost';

/** What the browser itself writes about answers that are no success. */
const REFUSED = /Failed to load resource: the server responded with a status of (401|429)/;

let server: SecuredServer;
let browser: TestBrowser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
});
afterAll(async () => {
  await browser.stop();
  await server.stop();
});
afterEach(() => {
  expect(browser.errors.splice(0).filter((text) => !REFUSED.test(text))).toEqual([]);
});

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();

describe('the sign-in', () => {
  it('comes before everything, and leads to where one wanted to be', async () => {
    const page = await browser.open(`${server.url}/projects?timeRangeKey=1h#top`);
    await heading(page, 'Sign in');
    await page.getByLabel('E-mail').waitFor();
    await fillIn(page, ADMIN, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Account' }).waitFor();
    expect(page.url()).toBe(`${server.url}/projects?timeRangeKey=1h#top`);
  });

  it('keeps the address when the password is wrong, and selects the password', async () => {
    const page = await browser.open(`${server.url}/login`);
    await fillIn(page, 'nobody@example.com', 'no such password');
    await page.getByRole('alert').getByText('E-mail or password is wrong.').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('nobody@example.com');
    await page.keyboard.type('another');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('another');
  });

  it('counts down while an account is locked, and comes back by itself', async () => {
    const page = await browser.open(`${server.url}/login`);
    await page.clock.install();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await fillIn(page, 'locked@example.com', `guess ${attempt}`);
      await page.getByText('E-mail or password is wrong.').waitFor();
    }
    await fillIn(page, 'locked@example.com', 'guess 6');
    const button = page.getByRole('button', { name: /Try again in [45]:\d\d/ });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page
      .getByRole('alert')
      .getByText(/Too many attempts/)
      .waitFor();
    await page.clock.fastForward('05:01');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('lets another account in while one is locked', async () => {
    const page = await browser.open(`${server.url}/login`);
    await fillIn(page, 'locked@example.com', 'once more');
    await page.getByRole('button', { name: /Try again in/ }).waitFor();
    await fillIn(page, ADMIN, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Account' }).waitFor();
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/javascript:alert(1)',
    '/https://evil.example',
    'javascript:alert(1)',
    '/auth/logout',
  ])('leads nobody away by a return address of %j', async (returnUrl) => {
    const page = await browser.open(
      `${server.url}/login?${new URLSearchParams({ returnUrl }).toString()}`,
    );
    await fillIn(page, ADMIN, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Account' }).waitFor();
    expect(new URL(page.url()).origin).toBe(server.url);
  });

  it('goes on at once for those who have signed in', async () => {
    const page = await browser.open(`${server.url}/projects`, {
      cookie: server.accounts.VIEWER.cookie,
    });
    await page.getByRole('button', { name: 'Account' }).waitFor();
    await page.goto(`${server.url}/login?returnUrl=%2Fprofile%2Fsessions`);
    await heading(page, 'Sessions');
  });

  it.each([
    ['email_in_use', /signs in another way/],
    ['invalid_state', /another tab/],
    ['<b>made up</b>', /did not work/],
  ])('tells in words what failed at a provider (%s)', async (error, words) => {
    const page = await browser.open(
      `${server.url}/login?${new URLSearchParams({ error }).toString()}`,
    );
    await page.getByRole('alert').getByText(words).waitFor();
  });

  it('shows the password on demand, by the keyboard too', async () => {
    const page = await browser.open(`${server.url}/login`);
    const field = page.getByLabel('Password', { exact: true });
    await field.fill('secret');
    expect(await field.getAttribute('type')).toBe('password');
    expect(await field.getAttribute('autocomplete')).toBe('current-password');
    await field.press('Tab');
    await page.keyboard.press('Enter');
    expect(await field.getAttribute('type')).toBe('text');
  });

  it('says whom to ask for a forgotten password where no mail is sent', async () => {
    const page = await browser.open(`${server.url}/login`);
    await page.getByText(/An administrator can set a new one/).waitFor();
    await page.goto(`${server.url}/forgot-password`);
    await page.getByText(/An administrator can set a new password/).waitFor();
  });

  it('says that a link of a mail does not work any more', async () => {
    const page = await browser.open(`${server.url}/reset-password-with-token?token=made.up`);
    await page.getByLabel('New password', { exact: true }).fill('seven silent elephants');
    await page.getByLabel('New password again').fill('seven silent elephants');
    await page.keyboard.press('Enter');
    await heading(page, 'This link does not work');
  });
});

describe('a password set by somebody else', () => {
  it('has to be changed before anything else', async () => {
    const email = 'newcomer@example.com';
    const first = 'given by the administrator';
    await server.gqlAs(
      { Authorization: `Bearer ${server.adminSecret}` },
      `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
      { input: { email, username: 'newcomer', password: first, role: 'MEMBER' } },
    );
    const page = await browser.open(`${server.url}/projects?timeRangeKey=1h`);
    await fillIn(page, email, first);
    await heading(page, 'Choose your own password');

    const save = page.getByRole('button', { name: 'Change the password' });
    await page.getByLabel('Current password').fill(first);
    await page.getByLabel('New password', { exact: true }).fill('too short');
    await page.getByText(/more characters needed/).waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel('New password', { exact: true }).fill('quiet rivers run deep');
    await page.getByLabel('New password again').fill('quiet rivers run deep');
    await save.click();

    await page
      .getByRole('status')
      .getByText(/has been changed/)
      .waitFor();
    await fillIn(page, email, 'quiet rivers run deep');
    await page.getByRole('button', { name: 'Account' }).waitFor();
    expect(page.url()).toBe(`${server.url}/projects?timeRangeKey=1h`);
  });
});

describe('a session', () => {
  /** A page that is signed in, as somebody of whom other tests know nothing. */
  async function signedIn(path = '/profile/account') {
    const account = await server.createAccount('MEMBER');
    const page = await browser.open(`${server.url}${path}`, { cookie: account.cookie });
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
    // Browsers offer locks on https and on localhost only.
    ['without locks', 'Object.defineProperty(Navigator.prototype, "locks", { value: undefined })'],
  ])('is renewed silently, once for all tabs (%s)', async (_browser, script) => {
    const { page, account } = await signedIn();
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

  it('that was ended elsewhere leads to the sign-in, and back after it', async () => {
    const { page, account } = await signedIn('/profile/preferences');
    await server.sql('DELETE FROM login_sessions WHERE user_id = $1', [account.userId]);
    await page.getByRole('link', { name: 'Sessions' }).click();
    await heading(page, 'Sign in');
    expect(new URL(page.url()).searchParams.get('returnUrl')).toBe('/profile/sessions');
    await fillIn(page, ADMIN, ADMIN_PASSWORD);
    await heading(page, 'Sessions');
  });

  it('is ended by logging out, and only it', async () => {
    const { page, account } = await signedIn();
    const other = await server.signIn(account.userId);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out', exact: true }).click();
    await heading(page, 'You have signed out');
    await page.goto(`${server.url}/projects`);
    await heading(page, 'Sign in');
    const { status } = await server.request.get('/v1/projects').set({ Cookie: other });
    expect(status).toBe(200);
  });

  it('is ended with all others by logging out everywhere', async () => {
    const { page, account } = await signedIn();
    const other = await server.signIn(account.userId);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: /everywhere/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Log out everywhere' });
    await dialog.getByRole('button', { name: 'Log out everywhere' }).click();
    await heading(page, 'You have signed out');
    const { status } = await server.request.get('/v1/projects').set({ Cookie: other });
    expect(status).toBe(401);
  });
});

describe('below a path of a proxy', () => {
  it('people sign in, come back and sign out', async () => {
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
    await page.getByRole('menuitem', { name: 'Log out', exact: true }).click();
    await heading(page, 'You have signed out');
    expect(new URL(page.url()).pathname).toBe('/eval/logout');
    await page.close();
    await proxy.stop();
    await behind.stop();
  });
});

describe('a server without authentication', () => {
  it('knows no sign-in, no profile and no account', async () => {
    const open = await startTestServer();
    for (const path of ['/login', '/logout', '/forgot-password', '/profile/account']) {
      const page = await browser.open(`${open.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/projects');
      expect(await page.getByRole('button', { name: 'Account' }).count()).toBe(0);
      await page.close();
    }
    await open.stop();
  });
});

import { providerEnv, startProvider } from '../auth/oidc-sign-in.js';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { linkOf, type MailServer, startMailServer } from '../support/mail-server.js';
import type { TestProvider } from '../support/oidc-provider.js';
import {
  accountButton,
  ADMIN,
  complaints,
  fillIn,
  heading,
  signOut,
} from '../support/sign-in-form.js';

const NEW_PASSWORD = 'quiet rivers run deep';

let browser: TestBrowser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.stop());
afterEach(() => expect(complaints(browser.errors)).toEqual([]));

async function createUser(server: SecuredServer, username: string, password: string) {
  const email = `${username}@example.com`;
  const { errors } = await server.gqlAs(
    { Authorization: `Bearer ${server.adminSecret}` },
    `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
    { input: { email, username, password, role: 'MEMBER' } },
  );
  expect(errors).toBeUndefined();
  return email;
}

const expireAccess = (server: SecuredServer, userId: number) =>
  server.sql(
    `UPDATE login_tokens SET access_expires_at = now() - interval '1 minute'
     WHERE session_id IN (SELECT id FROM login_sessions WHERE user_id = $1)`,
    [userId],
  );

describe('a user with a password', () => {
  let server: SecuredServer;

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  it('signs in, changes a password that someone else set, and always gets to the requested page', async () => {
    const first = 'given by the administrator';
    const email = await createUser(server, 'newcomer', first);
    const goal = `${server.url}/projects?timeRangeKey=1h#top`;
    const page = await browser.open(goal);
    await heading(page, 'Sign in');
    await fillIn(page, email, first);
    await heading(page, 'Choose a new password');
    await page.getByLabel('Current password').fill(first);
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page
      .getByRole('status')
      .getByText(/has been changed/)
      .waitFor();
    await fillIn(page, email, NEW_PASSWORD);
    await accountButton(page).waitFor();
    expect(page.url()).toBe(goal);

    // Somebody ends the session elsewhere.
    await server.sql(
      'DELETE FROM login_sessions WHERE user_id = (SELECT id FROM users WHERE email = $1)',
      [email],
    );
    await page.getByRole('link', { name: 'Datasets' }).click();
    await heading(page, 'Sign in');
    expect(new URL(page.url()).searchParams.get('returnUrl')).toBe('/datasets');
    await fillIn(page, email, NEW_PASSWORD);
    await accountButton(page).waitFor();
    expect(page.url()).toBe(`${server.url}/datasets`);

    await page.goto(`${server.url}/login?returnUrl=%2Fprofile%2Fsessions`);
    await heading(page, 'Sessions');
  });

  it('keeps the session, which is renewed silently and once for all tabs', async () => {
    const { cookie, userId } = await server.createAccount('MEMBER');
    const page = await browser.open(`${server.url}/profile/account`, { isolated: true, cookie });
    await heading(page, 'Account');
    const second = await page.context().newPage();
    await second.goto(`${server.url}/profile/sessions`);
    await second.getByText('This session').waitFor();
    let renewals = 0;
    page.context().on('response', (response) => {
      if (response.url().endsWith('/auth/refresh')) renewals += 1;
    });
    const reloadBoth = async () => {
      await expireAccess(server, userId);
      await Promise.all([page.reload(), second.reload()]);
      await heading(page, 'Account');
      await second.getByText('This session').waitFor();
    };
    await reloadBoth();
    expect(renewals).toBe(1);
    // Browsers support locks only over HTTPS and on localhost.
    await page
      .context()
      .addInitScript('Object.defineProperty(Navigator.prototype, "locks", { value: undefined })');
    await reloadBoth();
    expect(renewals).toBe(2);
    await expireAccess(server, userId);
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByText('This session').waitFor();
    expect(renewals).toBe(3);
    await page.close();
  });
});

describe('on a server with email and a provider that signs in automatically', () => {
  let mail: MailServer;
  let provider: TestProvider;
  let server: SecuredServer;
  /** Whom the provider signs in. */
  let person = 'grace';

  beforeAll(async () => {
    [mail, provider] = await Promise.all([startMailServer(), startProvider()]);
    provider.people.set('grace', { email: 'grace@example.com', name: 'Grace Hopper' });
    provider.people.set('taken', { email: ADMIN, email_verified: true });
    server = await startSecuredServer({
      ...providerEnv('acme', provider, { AUTO_LOGIN: 'true' }),
      ...mail.env,
    });
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([provider.stop(), mail.stop()]);
  });

  it('users are signed in by the provider, but not again after they sign out', async () => {
    const page = await browser.open(`${server.url}/healthz`);
    await page.route(`${server.url}/oauth2/**`, async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      const headers = response.headers();
      const location = headers['location'];
      if (location?.startsWith(provider.issuer)) headers['location'] += `&login_hint=${person}`;
      await route.fulfill({ response, headers });
    });
    await page.goto(`${server.url}/profile/account`);
    await heading(page, 'Account');
    await page.getByText('With your organization’s sign-in provider').waitFor();
    await signOut(page);
    await page.goto(`${server.url}/profile/preferences`);
    await heading(page, 'Sign in');
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await heading(page, 'Preferences');

    await signOut(page);
    await page.getByRole('link', { name: 'Sign in again' }).click();
    // The provider would remember whom it has signed in.
    await page.context().clearCookies();
    person = 'taken';
    await page.getByRole('link', { name: 'Continue with Acme' }).click();
    await page
      .getByRole('alert')
      .getByText(/another sign-in method/)
      .waitFor();
    await browser.release(page);
  });

  it('users replace a forgotten password once with the link from an email', async () => {
    const email = await createUser(server, 'forgetful', 'who would remember this');
    const page = await browser.open(`${server.url}/forgot-password`);
    await page.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .getByText(/you will get an email/)
      .waitFor();
    const { pathname, search } = new URL(linkOf(await mail.next(email, 'reset'), 'reset-url'));
    const link = `${server.url}${pathname}${search}`;
    const setPassword = async (password: string) => {
      await page.goto(link);
      await heading(page, 'Set a new password');
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('Confirm new password').fill(password);
      await page.keyboard.press('Enter');
    };
    await setPassword(NEW_PASSWORD);
    await page
      .getByRole('status')
      .getByText(/has been reset/)
      .waitFor();
    await fillIn(page, email, NEW_PASSWORD);
    await accountButton(page).waitFor();
    await setPassword('another one altogether');
    await heading(page, 'This link does not work');
  });
});

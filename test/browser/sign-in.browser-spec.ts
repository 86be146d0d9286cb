import { ADMIN_PASSWORD, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
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

describe('the sign-in page', () => {
  it('comes first, and then opens the requested page', async () => {
    const page = await browser.open(`${server.url}/projects?timeRangeKey=1h#top`);
    await heading(page, 'Sign in');
    await page.getByLabel('Email').waitFor();
    await fillIn(page, ADMIN, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Account' }).waitFor();
    expect(page.url()).toBe(`${server.url}/projects?timeRangeKey=1h#top`);
  });

  it('keeps the email address after a wrong password, and selects the password', async () => {
    const page = await browser.open(`${server.url}/login`);
    await fillIn(page, 'nobody@example.com', 'no such password');
    await page.getByRole('alert').getByText('Wrong email or password.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.com');
    await page.keyboard.type('another');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('another');
  });

  it('counts down while an account is locked, and can then be used again', async () => {
    const page = await browser.open(`${server.url}/login`, { isolated: true });
    await page.clock.install();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await fillIn(page, 'locked@example.com', `guess ${attempt}`);
      await page.getByText('Wrong email or password.').waitFor();
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
  ])('ignores the return URL %j', async (returnUrl) => {
    const page = await browser.open(
      `${server.url}/login?${new URLSearchParams({ returnUrl }).toString()}`,
    );
    await fillIn(page, ADMIN, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Account' }).waitFor();
    expect(new URL(page.url()).origin).toBe(server.url);
  });

  it('is skipped if there is a session', async () => {
    const page = await browser.open(`${server.url}/projects`, {
      cookie: server.accounts.VIEWER.cookie,
    });
    await page.getByRole('button', { name: 'Account' }).waitFor();
    await page.goto(`${server.url}/login?returnUrl=%2Fprofile%2Fsessions`);
    await heading(page, 'Sessions');
  });

  it.each([
    ['email_in_use', /another sign-in method/],
    ['invalid_state', /another tab/],
    ['<b>made up</b>', /failed/],
  ])('explains why a provider failed (%s)', async (error, words) => {
    const page = await browser.open(
      `${server.url}/login?${new URLSearchParams({ error }).toString()}`,
    );
    await page.getByRole('alert').getByText(words).waitFor();
  });

  it('explains a failed sign-in even without a form', async () => {
    const page = await browser.open(`${server.url}/logout?error=sign_in_not_allowed`);
    await heading(page, 'You are not signed in');
    await page
      .getByRole('alert')
      .getByText(/do not have an account/)
      .waitFor();
    await page.getByRole('link', { name: 'Try again' }).click();
    await heading(page, 'Sign in');
  });

  it('shows the password when asked with the keyboard', async () => {
    const page = await browser.open(`${server.url}/login`);
    const field = page.getByLabel('Password', { exact: true });
    await field.fill('secret');
    expect(await field.getAttribute('type')).toBe('password');
    expect(await field.getAttribute('autocomplete')).toBe('current-password');
    await field.press('Tab');
    await page.keyboard.press('Enter');
    expect(await field.getAttribute('type')).toBe('text');
  });

  it('says who resets a forgotten password if the server sends no email', async () => {
    const page = await browser.open(`${server.url}/login`);
    await page.getByText(/Ask an administrator to reset it/).waitFor();
    await page.goto(`${server.url}/forgot-password`);
    await page.getByText(/Ask an administrator to reset your password/).waitFor();
  });
});

describe('a password set by someone else', () => {
  it('must be changed before anything else', async () => {
    const email = 'newcomer@example.com';
    const first = 'given by the administrator';
    await server.gqlAs(
      { Authorization: `Bearer ${server.adminSecret}` },
      `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } } }`,
      { input: { email, username: 'newcomer', password: first, role: 'MEMBER' } },
    );
    const page = await browser.open(`${server.url}/projects?timeRangeKey=1h`);
    await fillIn(page, email, first);
    await heading(page, 'Choose a new password');

    const save = page.getByRole('button', { name: 'Change password' });
    await page.getByLabel('Current password').fill(first);
    await page.getByLabel('New password', { exact: true }).fill('too short');
    await page.getByText(/more characters needed/).waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel('New password', { exact: true }).fill('quiet rivers run deep');
    await page.getByLabel('Confirm new password').fill('quiet rivers run deep');
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

import type { CDPSession, Page } from 'playwright-core';
import {
  type Account,
  ADMIN_PASSWORD,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { codeOf, createLocalAccount, createProtectedAccount } from '../support/second-factor.js';
import { complaints, fillIn, heading } from '../support/sign-in-form.js';

let server: SecuredServer;
let browser: TestBrowser;
/** At a host name, because passkeys need one. */
let url: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
  url = `http://localhost:${new URL(server.url).port}`;
});
afterAll(async () => {
  await browser.stop();
  await server.stop();
});
afterEach(() => expect(complaints(browser.errors)).toEqual([]));

const confirmPassword = async (page: Page, button: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(ADMIN_PASSWORD);
  await dialog.getByRole('button', { name: button }).click();
};
const shownCodes = async (page: Page): Promise<string[]> => {
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  return (await list.innerText()).trim().split(/\s+/);
};
const signedIn = (page: Page) => page.getByRole('button', { name: 'Account' }).waitFor();

describe('an authenticator app', () => {
  it('is added with a QR code or by typing, and removed again', async () => {
    const account = await createLocalAccount(server);
    const page = await browser.open(`${server.url}/profile/security`, { cookie: account.cookie });
    await page.getByRole('button', { name: 'Add app' }).click();
    await confirmPassword(page, 'Continue');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');

    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/code is wrong/)
      .waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    expect(await shownCodes(page)).toHaveLength(10);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 codes left').waitFor();

    await page.getByRole('button', { name: 'Remove authenticator app' }).click();
    await page.getByText(/recovery codes stop working/).waitFor();
    await confirmPassword(page, 'Remove');
    await page.getByRole('button', { name: 'Add app' }).waitFor();
    await browser.release(page);
  });

  it('is asked for after the password', async () => {
    const { email, secret } = await createProtectedAccount(server);
    const page = await browser.open(`${server.url}/profile/security`, { isolated: true });
    await fillIn(page, email, ADMIN_PASSWORD);
    await heading(page, 'Confirm it’s you');
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Wrong code, or already used.').waitFor();
    await page.keyboard.type(codeOf(secret));
    await page.keyboard.press('Enter');
    await heading(page, 'Passkeys');
    expect(new URL(page.url()).pathname).toBe('/profile/security');
    await page.close();
  });

  it('is replaced by a recovery code, of which new ones can be made', async () => {
    const { email, recoveryCodes } = await createProtectedAccount(server);
    const page = await browser.open(`${server.url}/profile/security`, { isolated: true });
    await fillIn(page, email, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[3]!);
    await page.keyboard.press('Enter');
    await page.getByText('9 codes left').waitFor();
    await page.getByRole('button', { name: 'Replace codes' }).click();
    await confirmPassword(page, 'Replace codes');
    const codes = await shownCodes(page);
    expect(codes).toHaveLength(10);
    expect(recoveryCodes).not.toContain(codes[0]);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 codes left').waitFor();
    await page.close();
  });

  it('begins with the password again after five minutes', async () => {
    const { email, secret } = await createProtectedAccount(server);
    const page = await browser.open(`${server.url}/login`, { isolated: true });
    await fillIn(page, email, ADMIN_PASSWORD);
    await page.getByRole('textbox', { name: 'Code' }).waitFor();
    await server.sql('UPDATE sign_in_tickets SET expires_at = now()');
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByText(/That took too long/).waitFor();
    await fillIn(page, email, ADMIN_PASSWORD);
    await page.getByRole('textbox', { name: 'Code' }).waitFor();
    await page.getByRole('button', { name: 'Use another account' }).click();
    await heading(page, 'Sign in');
    await page.close();
  });
});

describe('a passkey', () => {
  /** Adds an authenticator to the browser that confirms everything. */
  async function withAuthenticator(page: Page): Promise<CDPSession> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return session;
  }

  async function openSecurity({ cookie }: Account): Promise<Page> {
    const page = await browser.open(`${url}/login`, { isolated: true });
    await withAuthenticator(page);
    const cookies = cookie.split('; ').map((pair) => {
      const [name, value] = pair.split('=') as [string, string];
      return { name, value, url };
    });
    await page.context().addCookies(cookies);
    await page.goto(`${url}/profile/security`);
    await heading(page, 'Passkeys');
    return page;
  }

  async function addPasskey(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Add passkey' }).first().click();
    await page.getByLabel('Name').fill('Laptop');
    await confirmPassword(page, 'Add passkey');
    expect(await shownCodes(page)).toHaveLength(10);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Laptop' })
      .getByText('never used')
      .waitFor();
  }

  async function signOut(page: Page): Promise<void> {
    await page.context().clearCookies();
    await page.goto(`${url}/login?returnUrl=/profile/security`);
    await heading(page, 'Sign in');
  }

  it('is added, signs in without a password, and is removed', async () => {
    const account = await createLocalAccount(server);
    const page = await openSecurity(account);
    await addPasskey(page);

    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await signedIn(page);
    const row = page.getByRole('listitem').filter({ hasText: 'Laptop' });
    await row.getByText(/last used/).waitFor();
    await row.getByRole('button', { name: 'Remove passkey Laptop' }).click();
    await confirmPassword(page, 'Remove');
    await page.getByText('No passkeys yet').waitFor();
    await page.close();
  });

  it('is the second step after the password', async () => {
    const account = await createLocalAccount(server);
    const page = await openSecurity(account);
    await addPasskey(page);
    await signOut(page);
    await fillIn(page, account.email, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await signedIn(page);
    await page.close();
  });

  it('that is not known to the server does not sign in', async () => {
    const account = await createLocalAccount(server);
    const page = await openSecurity(account);
    await addPasskey(page);
    await server.sql('DELETE FROM passkeys WHERE user_id = $1', [account.userId]);
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').getByText('The passkey could not be verified.').waitFor();
    await page.close();
  });

  it('is not offered at an IP address, with an explanation in the profile', async () => {
    const account = await createLocalAccount(server);
    const page = await browser.open(`${server.url}/profile/security`, { cookie: account.cookie });
    await page.getByText(/a host name instead of an IP address/).waitFor();
    expect(await page.getByRole('button', { name: 'Add passkey' }).count()).toBe(0);
    await browser.release(page);
  });
});

describe('an administrator', () => {
  it('sees the second factor of a user, and resets it', async () => {
    const account = await createProtectedAccount(server);
    const id = Buffer.from(`User:${account.userId}`).toString('base64');
    const page = await browser.open(`${server.url}/settings/users/${encodeURIComponent(id)}`, {
      cookie: server.accounts.ADMIN.cookie,
    });
    await page.getByText('authenticator app', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reset second factor…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByText(/signs in without a second factor/).waitFor();
    await page.getByText('none', { exact: true }).waitFor();
    await browser.release(page);
  });
});

describe('a server that requires a second factor', () => {
  let strict: SecuredServer;

  beforeAll(async () => {
    strict = await startSecuredServer({ SPANDREL_REQUIRE_SECOND_FACTOR: 'true' });
  });
  afterAll(() => strict.stop());

  it('asks for it after the first sign-in, before anything else', async () => {
    const { email } = await createLocalAccount(strict);
    const page = await browser.open(`${strict.url}/projects?timeRangeKey=1h`, { isolated: true });
    await fillIn(page, email, ADMIN_PASSWORD);
    await heading(page, 'Add a second factor');
    await page.getByRole('button', { name: 'Authenticator app' }).click();
    await page.getByLabel('Your password').fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = (await page.locator('main code').innerText()).replaceAll(' ', '');
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await signedIn(page);
    expect(page.url()).toBe(`${strict.url}/projects?timeRangeKey=1h`);
    await page.close();
  });
});

import type { Page } from 'playwright-core';
import { ADMIN_PASSWORD, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { codeOf, createLocalAccount, forgetStep } from '../support/second-factor.js';
import { complaints, fillIn, heading } from '../support/sign-in-form.js';
import { addAuthenticator } from '../support/virtual-authenticator.js';

const GOAL = '/projects?timeRangeKey=1h';

let server: SecuredServer;
let browser: TestBrowser;

beforeAll(async () => {
  [server, browser] = await Promise.all([
    startSecuredServer({ SPANDREL_REQUIRE_SECOND_FACTOR: 'true' }),
    startBrowser(),
  ]);
});
afterAll(async () => {
  await browser.stop();
  await server.stop();
});
afterEach(() => expect(complaints(browser.errors)).toEqual([]));

const signedIn = (page: Page) => page.getByRole('button', { name: 'Account' }).waitFor();

/** Reads the recovery codes, and goes on. */
async function saveCodes(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = (await list.innerText()).trim().split(/\s+/);
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return codes;
}

/** Leaves the session, and comes to the sign-in page again. */
async function startOver(page: Page, url: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${url}/login?returnUrl=/profile/security`);
  await heading(page, 'Sign in');
}

describe('on a server that requires a second factor', () => {
  it('adds an authenticator app at the first sign-in, asks for it at the next, and accepts a recovery code instead', async () => {
    const account = await createLocalAccount(server);
    const { email } = account;
    const page = await browser.open(`${server.url}${GOAL}`, { isolated: true });
    await fillIn(page, email, ADMIN_PASSWORD);
    await heading(page, 'Add a second factor');
    // Passkeys need a host name, and this is an IP address.
    await page.getByRole('button', { name: 'Authenticator app' }).waitFor();
    expect(await page.getByRole('button', { name: 'Passkey' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Authenticator app' }).click();
    await page.getByLabel('Your password').fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = (await page.locator('main code').innerText()).replaceAll(' ', '');
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await page.keyboard.press('Enter');
    const codes = await saveCodes(page);
    await signedIn(page);
    expect(page.url()).toBe(`${server.url}${GOAL}`);

    await forgetStep(server, account);
    await startOver(page, server.url);
    await fillIn(page, email, ADMIN_PASSWORD);
    await heading(page, 'Confirm it’s you');
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Wrong code, or already used.').waitFor();
    await page.keyboard.type(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByText('10 codes left').waitFor();

    await startOver(page, server.url);
    await fillIn(page, email, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[3]!);
    await page.keyboard.press('Enter');
    await page.getByText('9 codes left').waitFor();
    expect(new URL(page.url()).pathname).toBe('/profile/security');
    await page.close();
  });

  it('adds a passkey, accepts it alone and after the password, and refuses it once it is removed', async () => {
    const { email, userId, cookie } = await createLocalAccount(server);
    // At a host name, because passkeys need one.
    const url = `http://localhost:${new URL(server.url).port}`;
    const page = await browser.open(`${url}/healthz`, { isolated: true, cookie });
    await addAuthenticator(page);
    await page.goto(`${url}${GOAL}`);
    await page.getByRole('button', { name: 'Passkey' }).click();
    await page.getByLabel('Name').fill('Laptop');
    await page.getByLabel('Your password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await saveCodes(page);
    await signedIn(page);
    expect(page.url()).toBe(`${url}${GOAL}`);

    await startOver(page, url);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Laptop' })
      .getByText(/last used/)
      .waitFor();

    await startOver(page, url);
    await fillIn(page, email, ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await signedIn(page);

    await server.sql('DELETE FROM passkeys WHERE user_id = $1', [userId]);
    await startOver(page, url);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').getByText('The passkey could not be verified.').waitFor();
    await page.close();
  });
});

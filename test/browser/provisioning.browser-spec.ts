import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';

describe('provisioning', () => {
  let server: SecuredServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  const open = (path: string, cookie = server.accounts.ADMIN.cookie) =>
    browser.open(`${server.url}/settings/${path}`, { cookie });

  it('gives a service a token that is shown once, and takes it back', async () => {
    const page = await open('provisioning');
    await page.getByText(`${server.url}/scim/v2`).waitFor();
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Service').fill('Okta');
    await page.keyboard.press('Enter');
    await dialog.getByText('This is shown only once').waitFor();
    const token = /spp_[0-9A-Za-z]{43}/.exec(await dialog.innerText())?.[0] ?? '';
    const status = async () =>
      (await server.request.get('/scim/v2/Users').set(bearer(token))).status;
    expect(await status()).toBe(200);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Okta' });
    await row.getByText(`${token.slice(0, 12)}…`).waitFor();
    await row.getByRole('button', { name: 'Delete token Okta' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Delete token', exact: true })
      .click();
    await page.getByText('No tokens yet').waitFor();
    expect(await status()).toBe(401);
    await browser.release(page);
  });

  it('shows deactivated users', async () => {
    const { userId, username } = await server.createAccount('MEMBER');
    await server.sql('UPDATE users SET deactivated_at = now() WHERE id = $1', [userId]);
    const page = await open('users');
    const row = page.getByRole('row').filter({ hasText: username });
    await row.getByText('deactivated').waitFor();
    await row.getByRole('link', { name: username }).click();
    await page.getByText('deactivated: cannot sign in').waitFor();
    await browser.release(page);
  });

  it('is for administrators only', async () => {
    const page = await open('provisioning', server.accounts.MEMBER.cookie);
    await page
      .getByText(/administrator/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'New token' }).count()).toBe(0);
    await browser.release(page);
  });
});

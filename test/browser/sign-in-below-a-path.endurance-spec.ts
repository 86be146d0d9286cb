import { ADMIN_PASSWORD, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { startProxy } from '../support/proxy.js';
import {
  accountButton,
  ADMIN,
  complaints,
  fillIn,
  heading,
  signOut,
} from '../support/sign-in-form.js';

describe('below a path of a proxy', () => {
  let server: SecuredServer;
  let browser: TestBrowser;
  let proxy: Awaited<ReturnType<typeof startProxy>>;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startSecuredServer({ SPANDREL_HOST_ROOT_PATH: '/eval' }),
      startBrowser(),
    ]);
    proxy = await startProxy('/eval', server.url);
  });
  afterAll(async () => {
    await browser.stop();
    await proxy.stop();
    await server.stop();
  });

  it('users sign in, come back and sign out', async () => {
    const page = await browser.open(`${proxy.url}/eval/projects?timeRangeKey=1h`);
    await heading(page, 'Sign in');
    expect(new URL(page.url()).pathname).toBe('/eval/login');
    expect(new URL(page.url()).searchParams.get('returnUrl')).toBe('/projects?timeRangeKey=1h');
    await fillIn(page, ADMIN, ADMIN_PASSWORD);
    await accountButton(page).waitFor();
    expect(page.url()).toBe(`${proxy.url}/eval/projects?timeRangeKey=1h`);
    await server.sql(`UPDATE login_tokens SET access_expires_at = now() - interval '1 minute'`);
    await accountButton(page).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByText('This session').waitFor();
    await signOut(page);
    expect(new URL(page.url()).pathname).toBe('/eval/logout');
    await page.goto(`${proxy.url}/eval/projects`);
    await heading(page, 'Sign in');
    expect(complaints(browser.errors)).toEqual([]);
  });
});

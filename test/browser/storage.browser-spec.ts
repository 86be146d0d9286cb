import { startSecuredServer, type SecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';

const CAPACITY = 'SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES';

describe('a database that is nearly full', () => {
  let server: SecuredServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      startSecuredServer({ [CAPACITY]: '0.001' }),
      startBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  const openAs = (role: 'ADMIN' | 'VIEWER', path: string) =>
    browser.open(`${server.url}${path}`, { cookie: server.accounts[role].cookie });

  it('is announced on every page, and refuses what people try to store', async () => {
    const page = await openAs('VIEWER', '/projects');
    const banner = page.getByRole('alert').filter({ hasText: 'Nothing new is stored' });
    await banner.waitFor();
    expect(await banner.textContent()).toContain('of the 1.02 MiB that it may occupy');
    await page.close();

    const own = await openAs('ADMIN', '/datasets');
    await own.getByRole('alert').filter({ hasText: 'Nothing new is stored' }).waitFor();
    await own.getByRole('button', { name: 'New dataset' }).first().click();
    const dialog = own.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('shop');
    await dialog.getByRole('button', { name: 'Create dataset' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Nothing new is stored' }).waitFor();
  });

  it('shows administrators how much it uses and which tables are large', async () => {
    const page = await openAs('ADMIN', '/settings/data');
    const storage = page.getByRole('region', { name: 'Storage' });
    await storage.getByText(/^[\d.]+ MB of 1 MB \([\d.]+%\)$/).waitFor();
    await storage.getByText(/\w+ [\d.]+ [KM]B, \w+ /).waitFor();
    await page.close();

    const viewer = await openAs('VIEWER', '/settings/data');
    await viewer.getByRole('row').filter({ hasText: 'Default' }).first().waitFor();
    expect(await viewer.getByRole('region', { name: 'Storage' }).count()).toBe(0);
  });
});

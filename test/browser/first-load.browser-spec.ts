import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';

describe('the first load', () => {
  let server: SecuredServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
    await aSpan(server, { start_time: new Date().toISOString() });
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  it.each([
    'projects',
    'datasets',
    'settings/users',
    `projects/${globalId('Project', 1)}/traces`,
    `projects/${globalId('Project', 1)}/spans`,
    `projects/${globalId('Project', 1)}/sessions`,
  ])('loads little for /%s', async (path) => {
    const page = await browser.open(`${server.url}/v1/user`, {
      cookie: server.accounts.ADMIN.cookie,
      isolated: true,
    });
    let requests = 0;
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      requests++;
      if (!['script', 'stylesheet'].includes(request.resourceType())) return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(`${server.url}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50 * 1024);
    expect(total).toBeLessThan(335 * 1024);
    expect(requests).toBeLessThanOrEqual(25);
    await browser.release(page);
  });

  it.each(['light', 'dark'] as const)(
    'follows the colors of the system (%s)',
    async (colorScheme) => {
      const { cookie } = server.accounts.ADMIN;
      const page = await browser.open(server.url, { colorScheme, cookie });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const background = await page.evaluate<string>(
        'getComputedStyle(document.body).backgroundColor',
      );
      const [red = 0] = [...background.matchAll(/\d+/g)].map(Number);
      expect(red > 128).toBe(colorScheme === 'light');
      await browser.release(page);
    },
  );
});

import type { Page } from 'playwright-core';
import { type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { connectUnverified } from '../support/application.js';
import { aSpan } from '../support/factories/span.js';
import { globalId } from '../support/global-id.js';
import { appearanceProblems, startBrowser, type TestBrowser } from '../support/browser.js';

let server: SecuredServer;
let browser: TestBrowser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
  await connectUnverified(server, server.accounts.MEMBER.cookie);
  await server.sql("INSERT INTO secrets (key, sealed, key_id) VALUES ('A_SECRET', '\\x00', 'k')");
});
afterAll(async () => {
  await browser.stop();
  await server.stop();
});

describe('every page of the settings looks right:', () => {
  /** Opens a page, performs some steps, and checks how it looks. */
  async function check(path: string, ready: (page: Page) => Promise<void>): Promise<void> {
    const { cookie } = server.accounts.ADMIN;
    const page = await browser.open(`${server.url}/settings/${path}`, { cookie });
    await ready(page);
    expect(await appearanceProblems(page)).toEqual([]);
    expect(browser.errors.splice(0)).toEqual([]);
    await browser.release(page);
  }

  it('general', () => check('general', (page) => page.getByText(/^Spandrel \d/).waitFor()));
  it('users', () => check('users', (page) => page.locator('tbody a').first().waitFor()));
  it('a user', () =>
    check('users', async (page) => {
      await page.getByRole('link', { name: 'admin', exact: true }).click();
      await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    }));
  it('a new user', () =>
    check('users', async (page) => {
      await page.getByRole('button', { name: 'Add user' }).click();
      await page.getByRole('dialog').getByText('Enter a password').click();
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).last().waitFor();
    }));
  it('roles', () => check('roles', (page) => page.getByRole('table').waitFor()));
  it('system keys', () => check('api-keys', (page) => page.getByText('test').first().waitFor()));
  it('a new key', () =>
    check('api-keys', async (page) => {
      await page.getByRole('button', { name: 'New system key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('ci');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByText('has been created').waitFor();
    }));
  it('keys of all users', () =>
    check('api-keys?of=users', (page) => page.locator('tbody a').first().waitFor()));
  it('applications', () => check('applications', (page) => page.getByText('Unverified').waitFor()));
  it('provisioning', () =>
    check('provisioning', (page) => page.getByText('No tokens yet').waitFor()));
  it('a new SCIM token', () =>
    check('provisioning', async (page) => {
      await page.getByRole('button', { name: 'New token' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Service' }).fill('Okta');
      await dialog.getByRole('button', { name: 'Create token' }).click();
      await dialog.getByText('This is shown only once').waitFor();
    }));
  it('agents', () => check('mcp', (page) => page.getByText('claude mcp add').waitFor()));
  it('secrets', () => check('secrets', (page) => page.getByText('A_SECRET').waitFor()));
  it('annotation configs', () =>
    check('annotations', (page) => page.getByText('positive (1), negative (0)').waitFor()));
  it('a new annotation config', () =>
    check('annotations', async (page) => {
      await page.getByRole('button', { name: 'New config' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('note');
      await dialog.getByRole('button', { name: 'Create config' }).click();
      await dialog.getByText('is reserved for notes').waitFor();
    }));
  it('an annotation config for free text', () =>
    check('annotations', async (page) => {
      await page.getByRole('button', { name: 'New config' }).click();
      await page.getByRole('dialog').getByText('Free text', { exact: true }).click();
      await page.getByRole('textbox', { name: 'Threshold' }).waitFor();
    }));
  it('models', () =>
    check('models', (page) => page.getByRole('link', { name: 'claude-2', exact: true }).waitFor()));
  it('a model', () =>
    check('models?q=claude-2', async (page) => {
      await page.getByRole('link', { name: 'claude-2', exact: true }).click();
      await page.getByRole('dialog').getByText('Prompt input').waitFor();
    }));
  it('a new model', () =>
    check('models?model=new&name=acme', async (page) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Add price' }).click();
      await dialog.getByText('Other prices for long prompts').click();
      await dialog
        .getByRole('textbox', { name: 'Price of prompt tokens input', exact: true })
        .fill('x');
      await dialog.getByRole('textbox', { name: 'Name pattern' }).fill('(');
      await dialog.getByText(/^The pattern is not/).waitFor();
    }));
  it('recalculations of costs', () =>
    check('models?recalculate=any', (page) =>
      page.getByRole('dialog').getByRole('combobox', { name: 'Project' }).waitFor(),
    ));
  it('sign-in methods', () =>
    check('sign-in', (page) => page.getByText('docs/accounts.md').waitFor()));
  it('the audit log', () =>
    check('audit-log', (page) => page.getByRole('region', { name: 'Audit log' }).waitFor()));
});

describe('the first load', () => {
  beforeAll(() => aSpan(server, { start_time: new Date().toISOString() }));

  it.each([
    'projects',
    'datasets',
    'settings/users',
    `projects/${globalId('Project', 1)}/traces`,
    `projects/${globalId('Project', 1)}/spans`,
    `projects/${globalId('Project', 1)}/sessions`,
  ])('of /%s is small', async (path) => {
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
});

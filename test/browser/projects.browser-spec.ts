import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('the projects', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await sendTraces(server.url, [
      { project: 'shop', name: 'order' },
      { project: 'shop', name: 'order', failure: 'sold out' },
      { project: 'help desk', name: 'question' },
    ]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(async () => {
    page = await browser.open(`${server.url}/projects`);
    await page.getByRole('link', { name: 'help desk' }).waitFor();
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  it('are found by part of their name, and the URL contains the search', async () => {
    await page.getByRole('textbox', { name: 'Filter projects by name' }).fill('DESK');
    await page.getByRole('link', { name: 'shop' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'help desk' }).waitFor();
    expect(page.url()).toContain('DESK');
  });

  it('are created in a dialog', async () => {
    await page.getByRole('button', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByLabel('Name').fill('garden');
    await dialog.getByLabel('Description').fill('What grows.');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await eventually('project named garden', async () => {
      const { status } = await server.request.get('/v1/projects/garden');
      return status === 200;
    });
  });

  it('explain why one cannot be created', async () => {
    await page.getByRole('button', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByLabel('Name').fill('shop');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText(/exist/i).waitFor();
  });

  it('open at the list that was shown last', async () => {
    await page.getByRole('link', { name: 'help desk' }).click();
    await page.getByRole('link', { name: 'Spans', exact: true }).click();
    await page.getByRole('region', { name: 'Spans', exact: true }).waitFor();
    await page.goto(`${server.url}/projects`);
    await page.getByRole('link', { name: 'help desk' }).click();
    await page.getByRole('region', { name: 'Spans', exact: true }).waitFor();
  });

  it('are deleted only after typing the name', async () => {
    await openMenu(page, 'shop');
    await page.getByRole('menuitem', { name: /Delete/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete shop' });
    await dialog.getByText('2 traces').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Delete project' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('shop');
    await confirm.click();
    await page.getByRole('link', { name: 'shop' }).waitFor({ state: 'detached' });
    expect((await server.request.get('/v1/projects/shop')).status).toBe(404);
  });

  it('open from the palette by part of the name', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /Search/ }).fill('help');
    await page
      .getByRole('button', { name: /help desk/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'help desk', level: 1 }).waitFor();
  });

  it('stay dark after a reload if selected', async () => {
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await page.reload();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  });
});

function openMenu(page: Page, project: string): Promise<void> {
  return page.getByRole('button', { name: `Actions for ${project}` }).click();
}

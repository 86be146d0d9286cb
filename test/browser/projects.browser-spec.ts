import type { Locator, Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { addModel, addTrace } from '../tracing/costs/acme-calls.js';

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name }).first();

describe('projects', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await addModel(server, 'acme', '^acme-');
    await addTrace(server, 'shop', ['acme-1', 'unknown-9'], 'talk');
    await sendTraces(server.url, [
      { project: 'orders', name: 'order' },
      { project: 'orders', name: 'order', failure: 'sold out' },
      { project: 'help desk', name: 'question' },
    ]);
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  it('are created, found, opened at the list that was shown last, and deleted', async () => {
    const page = await browser.open(`${server.url}/projects`);
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    const spans = page.getByRole('region', { name: 'Spans', exact: true });
    const allProjects = link('Projects').first();
    await link('help desk').waitFor();
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /Search/ }).fill('help');
    await page
      .getByRole('button', { name: /help desk/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'help desk', level: 1 }).waitFor();
    await link('Spans').click();
    await spans.waitFor();
    await allProjects.click();
    await link('help desk').click();
    await spans.waitFor();
    await allProjects.click();

    await page.getByRole('button', { name: 'New project' }).click();
    const creation = page.getByRole('dialog', { name: 'New project' });
    await creation.getByLabel('Name').fill('garden');
    await creation.getByLabel('Description').fill('What grows.');
    await creation.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/projects\/[^/]+\/traces/);
    await allProjects.click();
    await link('garden').waitFor();
    const { body } = await server.request.get('/v1/projects/garden').expect(200);
    expect(body.data.description).toBe('What grows.');

    await page.reload();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    const filter = page.getByRole('textbox', { name: 'Filter projects by name' });
    await filter.fill('ORD');
    await link('help desk').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for orders' }).click();
    await page.getByRole('menuitem', { name: /Delete/ }).click();
    const deletion = page.getByRole('dialog', { name: 'Delete orders' });
    await deletion.getByText('2 traces').waitFor();
    await deletion.getByRole('textbox').fill('orders');
    await deletion.getByRole('button', { name: 'Delete project' }).click();
    await page.getByText('No project name contains “ORD”.').waitFor();
    await server.request.get('/v1/projects/orders').expect(404);
  });

  it('show what they cost, by type of tokens, and lead to the missing price', async () => {
    const page = await browser.open(`${server.url}/projects`);
    await row(page, 'shop').getByText('$14.00').waitFor();
    await page.getByRole('link', { name: 'shop' }).click();
    await page.getByRole('columnheader', { name: 'Cost' }).getByRole('button').first().click();
    await page.waitForURL(/sort=-tokenCostTotal/);
    await row(page, 'request').getByText('$14.00').waitFor();
    await page.getByRole('link', { name: 'request' }).click();
    await page.getByText('Cost of descendants').waitFor();

    await page.getByRole('treeitem', { name: /call acme-1/ }).click();
    const span = page.locator('header').filter({ hasText: 'call acme-1' });
    await span.getByRole('button', { name: '$14.00' }).hover();
    const breakdown = page.getByRole('tooltip');
    await breakdown.getByRole('row', { name: 'cache read 4 $2' }).waitFor();
    await breakdown.getByRole('row', { name: 'Total 13 $14' }).waitFor();

    await page.getByRole('treeitem', { name: /call unknown-9/ }).click();
    await page.getByText('No price for unknown-9.').waitFor();
    await page.getByRole('link', { name: 'Set price' }).click();
    const dialog = page.getByRole('dialog', { name: 'New model' });
    const pattern = dialog.getByRole('textbox', { name: 'Name pattern' });
    expect(await pattern.inputValue()).toBe('^unknown-9$');
    await dialog.getByRole('textbox', { name: 'Price of prompt tokens input' }).fill('1000000');
    await dialog
      .getByRole('textbox', { name: 'Price of completion tokens output' })
      .fill('1000000');
    await dialog.getByRole('button', { name: 'Create model' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row(page, 'unknown-9').getByText('custom').waitFor();

    await page.getByRole('button', { name: 'Recalculate costs' }).click();
    const again = page.getByRole('dialog', { name: 'Recalculate costs' });
    await again.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: 'shop' }).click();
    await again.getByRole('button', { name: 'Recalculate costs' }).click();
    await again.getByText('Completed: 2 of 2 spans').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
    await row(page, 'shop').getByText('$27.00').waitFor();
    await page.getByRole('link', { name: 'shop' }).click();
    await page.getByRole('link', { name: 'Sessions' }).click();
    await row(page, 'talk').getByText('$27.00').waitFor();
    await page.getByRole('link', { name: 'talk' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Turn 1' }).getByText('$27.00').waitFor();
  });
});

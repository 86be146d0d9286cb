import type { Locator, Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { addModel, addTrace } from '../tracing/costs/acme-calls.js';

const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name }).first();

describe('costs', () => {
  let server: TestServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
    await addModel(server, 'acme', '^acme-');
    await addTrace(server, 'shop', ['acme-1', 'unknown-9'], 'talk');
  });
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });

  it('appear in lists, on spans by type of tokens, and lead to the missing price', async () => {
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
    await page.getByRole('link', { name: 'Add a price' }).click();
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
    await page.goto(`${server.url}/projects`);
    await row(page, 'shop').getByText('$27.00').waitFor();
  });

  it('appear in a session and its turns', async () => {
    const page = await browser.open(`${server.url}/projects`);
    await page.getByRole('link', { name: 'shop' }).click();
    await page.getByRole('link', { name: 'Sessions' }).click();
    await row(page, 'talk').getByText('$').waitFor();
    await page.getByRole('link', { name: 'talk' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Turn 1' }).getByText('$').waitFor();
  });

  it('are set by models, which say what is wrong at the field', async () => {
    const page = await browser.open(`${server.url}/settings/models`);
    const find = page.getByRole('textbox', { name: /^Find models/ });
    await find.fill('claude-sonnet-4-5');
    await row(page, 'claude-sonnet-4-5').waitFor();
    await find.fill('gpt-4o-mini');
    await page.waitForURL(/q=gpt-4o-mini/);
    await page.getByRole('link', { name: 'gpt-4o-mini', exact: true }).click();
    const view = page.getByRole('dialog', { name: 'gpt-4o-mini' });
    await view.getByText('Prompt cache_read').waitFor();
    await view.getByRole('link', { name: /^https:/ }).waitFor();
    await view.getByRole('button', { name: 'Copy to custom model' }).click();

    const form = page.getByRole('dialog', { name: 'New model' });
    const create = form.getByRole('button', { name: 'Create model' });
    const input = form.getByRole('textbox', { name: 'Price of prompt tokens input' });
    expect(await input.inputValue()).toBe('0.15');
    await input.fill('NaN');
    await create.click();
    await form.getByText('Enter a price in US dollars, such as 2.50.').waitFor();
    await input.fill('-1');
    await create.click();
    await form.getByText('The price of "input" must be a number from 0 to 1000000000.').waitFor();
    await input.fill('0.2');
    const pattern = form.getByRole('textbox', { name: 'Name pattern' });
    await pattern.fill('(gpt');
    await form.getByText(/^The pattern is not a valid regular expression/).waitFor();
    await pattern.fill('^acme-');
    await form.getByRole('textbox', { name: 'Provider' }).fill('');
    await create.click();
    await form.getByText('A custom model with this pattern and provider already exists.').waitFor();
    await pattern.fill('^gpt-4o-mini$');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('acme');
    await create.click();
    await form.getByText('A custom model named "acme" already exists.').waitFor();
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('our gpt-4o-mini');
    await form.getByRole('checkbox', { name: 'Other prices for long prompts' }).check();
    await form.getByRole('textbox', { name: 'Threshold', exact: true }).fill('100000');
    await create.click();
    await form.getByText('The threshold needs a price above it.').waitFor();
    await form
      .getByRole('textbox', { name: 'Price of prompt tokens input above the threshold' })
      .fill('0.4');
    await create.click();
    await form.waitFor({ state: 'detached' });

    await page.getByText('Custom', { exact: true }).click();
    await page.waitForURL(/kind=custom/);
    await row(page, 'our gpt-4o-mini').getByText('0.20 / 0.40').waitFor();
    await page.getByRole('link', { name: 'our gpt-4o-mini' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit model' });
    await edit
      .getByRole('button', { name: 'Remove the price of prompt tokens cache_read' })
      .click();
    await edit.getByRole('button', { name: 'Save model' }).click();
    await edit.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete our gpt-4o-mini' }).click();
    await page.getByRole('button', { name: 'Delete model' }).click();
    await row(page, 'our gpt-4o-mini').waitFor({ state: 'detached' });
  });
});

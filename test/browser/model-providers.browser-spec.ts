import type { Page } from 'playwright-core';
import {
  type AccountRole,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { CustomModelProvidersService } from '../support/built.js';

const KEY = 'sk-canary-0123456789';
const CREATE = `mutation ($input: CreateGenerativeModelCustomProviderMutationInput!) {
  createGenerativeModelCustomProvider(input: $input) { provider { id } }
}`;

describe('the model providers', () => {
  let server: SecuredServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startSecuredServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  afterEach(async () => {
    expect(browser.errors.splice(0)).toEqual([]);
    await server.sql('DELETE FROM custom_model_providers');
  });

  const open = (role: AccountRole = 'ADMIN') =>
    browser.open(`${server.url}/settings/model-providers`, {
      cookie: server.accounts[role].cookie,
    });
  /** Finds a field by its label, which ends with an asterisk if the field is required. */
  const field = (page: Page, name: string) =>
    page.getByRole('dialog').getByLabel(new RegExp(`^${name}( \\*)?$`));
  const save = (page: Page, label: string) =>
    page.getByRole('dialog').getByRole('button', { name: label }).click();
  const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

  const create = async (name: string, fields: object = {}) => {
    const clientConfig = {
      openai: {
        apiKey: KEY,
        baseUrl: 'https://models.example.com/v1',
        headers: [{ name: 'X-Team', value: 'shop' }],
      },
    };
    const input = { name, provider: 'Acme', clientConfig, modelNames: ['large'], ...fields };
    const { errors } = await server.gqlAs(cookieOf(server.accounts.ADMIN), CREATE, { input });
    expect(errors).toBeUndefined();
  };
  /** What the server would use to reach the only provider. */
  const connection = async () => {
    const [row] = await server.sql<{ id: number }>('SELECT id FROM custom_model_providers');
    return server.app.get(CustomModelProvidersService, { strict: false }).openConnection(row!.id);
  };

  it('are created with a key that is never shown', async () => {
    const page = await open();
    await page.getByText('No custom providers yet').waitFor();
    await page.getByRole('button', { name: 'New provider' }).click();
    await field(page, 'Name').fill('gateway');
    await field(page, 'Provider').fill('Acme');
    await field(page, 'Base URL').fill('models.example.com');
    await field(page, 'API key').fill(KEY);
    await page.getByRole('button', { name: 'Add header' }).click();
    await page.keyboard.type('X-Team');
    await field(page, 'Value of X-Team').fill('shop');
    await field(page, 'Models').fill('large\nsmall');
    await save(page, 'Create provider');
    await page.getByRole('dialog').getByText('Input should be a URL').waitFor();
    await field(page, 'Base URL').fill('https://models.example.com/v1');
    await save(page, 'Create provider');
    await closed(page);

    const item = page.getByRole('listitem').filter({ hasText: 'gateway' });
    for (const text of ['OpenAI and compatible', 'Acme', 'https://models.example.com/v1']) {
      await item.getByText(text, { exact: true }).waitFor();
    }
    await item.getByText('large, small').waitFor();
    await item.getByText(`by ${server.accounts.ADMIN.username}`).waitFor();
    expect(await page.content()).not.toContain(KEY);
    expect(await connection()).toMatchObject({ apiKey: KEY, headers: { 'X-Team': 'shop' } });
  });

  it('keep their key until their address changes', async () => {
    await create('gateway');
    const page = await open();
    await page.getByRole('button', { name: 'Edit gateway' }).click();
    await field(page, 'Organization').fill('org-1');
    await save(page, 'Save provider');
    await closed(page);
    expect(await connection()).toMatchObject({
      apiKey: KEY,
      organization: 'org-1',
      headers: { 'X-Team': 'shop' },
    });

    await page.getByRole('button', { name: 'Edit gateway' }).click();
    expect(await field(page, 'API key').inputValue()).toBe('');
    await field(page, 'Base URL').fill('https://other.example.com/v1');
    await page.getByText('Enter it again, because the address changes.').waitFor();
    await field(page, 'API key').fill('another');
    await field(page, 'Value of X-Team').fill('shop');
    await save(page, 'Save provider');
    await closed(page);
    expect(await connection()).toMatchObject({
      apiKey: 'another',
      baseUrl: 'https://other.example.com/v1',
    });
  });

  it('change to another SDK', async () => {
    await create('gateway');
    const page = await open();
    await page.getByRole('button', { name: 'Edit gateway' }).click();
    await field(page, 'SDK').selectOption('AWS_BEDROCK');
    expect(await field(page, 'Endpoint URL').inputValue()).toBe('');
    await field(page, 'Region').fill('us-east-1');
    await field(page, 'Access key ID').fill('AKIA');
    await field(page, 'Secret access key').fill(KEY);
    await save(page, 'Save provider');
    await closed(page);
    const item = page.getByRole('listitem').filter({ hasText: 'gateway' });
    await item.getByText('AWS Bedrock').waitFor();
    expect(await connection()).toMatchObject({ sdk: 'aws_bedrock', secretAccessKey: KEY });
  });

  it('have different names', async () => {
    await create('gateway');
    await create('other');
    const page = await open();
    await page.getByRole('button', { name: 'Edit other' }).click();
    await field(page, 'Name').fill('gateway');
    await save(page, 'Save provider');
    await page.getByText('Model provider "gateway" already exists.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit other' }).waitFor();
  });

  it('are deleted after a warning', async () => {
    await create('gateway');
    const page = await open();
    await page.getByRole('button', { name: 'Delete gateway' }).click();
    await page.getByText('Programs that use this provider will fail').waitFor();
    await page.getByRole('button', { name: 'Delete provider' }).click();
    await page.getByText('No custom providers yet').waitFor();
  });

  it('say if they cannot be read, and can then be entered again', async () => {
    await create('gateway');
    await server.sql("UPDATE custom_model_providers SET key_id = 'forgotten'");
    const page = await open();
    await page.getByText('unreadable').waitFor();
    await page.getByRole('button', { name: 'Edit gateway' }).click();
    await page.getByText('The stored credentials cannot be read.').waitFor();
    await field(page, 'API key').fill(KEY);
    await save(page, 'Save provider');
    await closed(page);
    await page.getByText('unreadable').waitFor({ state: 'detached' });
    expect(await connection()).toMatchObject({ apiKey: KEY, baseUrl: null });
  });

  it.each(['MEMBER', 'VIEWER'] as const)('are shown to a %s without changes', async (role) => {
    const empty = await open(role);
    await empty.getByText('An administrator can add').waitFor();
    await browser.release(empty);
    await create('gateway');
    const page = await open(role);
    await page.getByText('gateway').waitFor();
    const text = await page.getByRole('main').innerText();
    expect(text).toContain('large');
    expect(text).not.toContain('models.example.com');
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  });
});

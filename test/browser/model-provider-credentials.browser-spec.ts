import type { Page } from 'playwright-core';
import { customProvidersOf } from '../model-providers/custom-provider-operations.js';
import { type AccountRole, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { type ProviderServer, refusal, startProviderServer } from '../support/provider-server.js';

const KEY = 'sk-canary-0123456789';
const ACCEPTED = 'The provider accepts these credentials.';

describe('the credentials of model providers', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  let browser: TestBrowser;

  beforeAll(async () => {
    [provider, server, browser] = await Promise.all([
      startProviderServer(),
      startSecuredServer({
        SPANDREL_PRIVATE_PROVIDER_NETWORKS: '127.0.0.1/32',
        ANTHROPIC_API_KEY: 'from-the-environment',
      }),
      startBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
    await provider.stop();
  });
  afterEach(async () => {
    expect(browser.errors.splice(0)).toEqual([]);
    await server.sql('DELETE FROM custom_model_providers');
    await server.sql('DELETE FROM secrets');
  });

  const open = (role: AccountRole = 'ADMIN') =>
    browser.open(`${server.url}/settings/model-providers`, {
      cookie: server.accounts[role].cookie,
    });
  const listItems = (page: Page) =>
    page.getByRole('list', { name: 'Built-in providers' }).getByRole('listitem');

  describe('of a built-in one', () => {
    it('are set by an administrator as secrets, one after the other', async () => {
      const page = await open();
      const azure = listItems(page).filter({ hasText: 'Azure OpenAI' });
      await azure.getByText('AZURE_OPENAI_ENDPOINT', { exact: true }).waitFor();
      await page.getByText('1 of 17 ready').waitFor();
      await azure.getByRole('button', { name: 'Copy AZURE_OPENAI_API_KEY' }).click();
      await azure.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('AZURE_OPENAI_API_KEY');

      for (const [variable, value] of [
        ['AZURE_OPENAI_API_KEY', KEY],
        ['AZURE_OPENAI_ENDPOINT', 'https://name.openai.azure.com'],
      ] as const) {
        await azure.getByRole('button', { name: `Set ${variable}` }).click();
        const dialog = page.getByRole('dialog', { name: `Set ${variable}` });
        await dialog.getByLabel('Value').first().fill(value);
        await dialog.getByRole('button', { name: 'Add secret' }).click();
        await dialog.waitFor({ state: 'detached' });
        await azure.getByText(variable, { exact: true }).waitFor({ state: 'detached' });
      }
      await azure.getByText('Ready').waitFor();
      await page.getByText('2 of 17 ready').waitFor();
      expect(await page.content()).not.toContain(KEY);
    });

    it('are listed after those that are ready', async () => {
      const page = await open();
      await page.getByText('1 of 17 ready').waitFor();
      const texts = await listItems(page).allInnerTexts();
      expect(texts.slice(0, 2).map((text) => text.split('\n')[0])).toEqual(['Anthropic', 'OpenAI']);
      expect(texts).toHaveLength(17);
    });

    it.each(['MEMBER', 'VIEWER'] as const)('are shown to a %s without changes', async (role) => {
      const page = await open(role);
      await page.getByText('An administrator can store').waitFor();
      await listItems(page).filter({ hasText: 'OPENAI_API_KEY' }).first().waitFor();
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    });
  });

  describe('of a custom one', () => {
    const field = (page: Page, name: string) =>
      page.getByRole('dialog').getByLabel(new RegExp(`^${name}( \\*)?$`));
    const test = (page: Page) => page.getByRole('button', { name: 'Test credentials' }).click();
    const outcome = (page: Page) => page.getByRole('dialog').getByRole('status');

    it('are tested as typed, and can be saved even if the provider refuses them', async () => {
      const page = await open();
      await page.getByRole('button', { name: 'New provider' }).click();
      await field(page, 'Name').fill('gateway');
      await field(page, 'Provider').fill('Acme');
      await field(page, 'Base URL').fill(provider.url);
      await test(page);
      await page.getByText('apiKey is required.').waitFor();

      await field(page, 'API key').fill(KEY);
      const held = Promise.withResolvers<void>();
      provider.answer(async (response, request) => {
        await held.promise;
        await refusal(200, { object: 'list', data: [] })(response, request);
      });
      await test(page);
      await outcome(page).getByText('Asking the provider…').waitFor();
      held.resolve();
      await outcome(page).getByText(ACCEPTED).waitFor();
      expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);

      await field(page, 'API key').fill('another');
      await outcome(page).getByText(ACCEPTED).waitFor({ state: 'detached' });
      provider.answer(refusal(401, { error: { message: 'No such key.' } }));
      await test(page);
      await outcome(page).getByText('The provider answered 401: No such key.').waitFor();
      await page.getByRole('button', { name: 'Create provider' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Edit gateway' }).waitFor();
    });

    it('are tested with the stored key while editing', async () => {
      const { errors } = await customProvidersOf(server).create({
        name: 'gateway',
        provider: 'Acme',
        clientConfig: { anthropic: { apiKey: KEY, baseUrl: provider.url } },
      });
      expect(errors).toBeUndefined();
      provider.answer(refusal(200, { data: [], has_more: false }));
      const page = await open();
      await page.getByRole('button', { name: 'Edit gateway' }).click();
      await test(page);
      await outcome(page).getByText(ACCEPTED).waitFor();
      expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);

      await field(page, 'Base URL').fill(`${provider.url}/elsewhere`);
      await test(page);
      await page.getByText('apiKey is required, because the address changes.').waitFor();
    });

    it('are not tested with Bedrock, which is not asked for its models', async () => {
      const page = await open();
      await page.getByRole('button', { name: 'New provider' }).click();
      await page.getByRole('button', { name: 'Test credentials' }).waitFor();
      await field(page, 'SDK').selectOption('AWS_BEDROCK');
      await field(page, 'Region').waitFor();
      expect(await page.getByRole('button', { name: 'Test credentials' }).count()).toBe(0);
    });
  });
});

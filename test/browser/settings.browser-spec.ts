import type { Locator, Page } from 'playwright-core';
import { bearer, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { CustomModelProvidersService } from '../support/built.js';
import { type ProviderServer, refusal, startProviderServer } from '../support/provider-server.js';

const KEY = 'sk-canary-0123456789';

describe('an administrator, in the settings,', () => {
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
  afterEach(() => expect(browser.errors.splice(0)).toEqual([]));

  const open = (path: string): Promise<Page> =>
    browser.open(`${server.url}/settings/${path}`, { cookie: server.accounts.ADMIN.cookie });
  const goTo = (page: Page, section: string) =>
    page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: section, exact: true })
      .click();
  const statusOf = async (path: string, credential: Record<string, string>) =>
    (await server.request.get(path).set(credential)).status;

  it('lets people and programs in, which the audit log shows and exports', async () => {
    const page = await open('users');
    await page.getByRole('button', { name: 'Add user' }).click();
    const person = page.getByRole('dialog', { name: 'Add user' });
    await person.getByRole('textbox', { name: 'Username' }).fill('zoe');
    await person.getByRole('textbox', { name: 'Email' }).fill('zoe@example.com');
    await person.getByRole('combobox', { name: 'Role' }).selectOption('VIEWER');
    await person.getByRole('button', { name: 'Add user' }).click();
    const password = await person.locator('code').textContent();
    await person.getByRole('button', { name: 'Done' }).click();
    const login = { email: 'zoe@example.com', password };
    expect((await server.request.post('/auth/login').send(login)).status).toBe(204);
    await page.getByRole('textbox', { name: /Find users/ }).fill('ZOE@');
    await row(page, 'zoe').getByText('must be changed').waitFor();
    await page.getByRole('combobox', { name: 'Role for zoe' }).selectOption('MEMBER');
    await page.getByText('zoe’s role is now Member').waitFor();
    expect(await server.sql("SELECT role FROM users WHERE username = 'zoe'")).toEqual([
      { role: 'MEMBER' },
    ]);

    await goTo(page, 'API keys');
    await page.getByRole('button', { name: 'New system key' }).click();
    const program = page.getByRole('dialog', { name: 'New system key' });
    await program.getByRole('textbox', { name: 'Name' }).fill('nightly');
    await program.getByRole('button', { name: 'Create key' }).click();
    const key = (await program.locator('code').textContent()) ?? '';
    await program.getByRole('button', { name: 'Done' }).click();
    expect(await statusOf('/v1/projects', bearer(key))).toBe(200);
    await page.getByRole('button', { name: 'Delete key nightly' }).click();
    await page.getByRole('button', { name: 'Delete key', exact: true }).click();
    await row(page, 'nightly').waitFor({ state: 'detached' });
    expect(await statusOf('/v1/projects', bearer(key))).toBe(401);

    await goTo(page, 'Provisioning');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('dialog').getByLabel('Service').fill('Okta');
    await page.keyboard.press('Enter');
    const token = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    await page.getByRole('button', { name: 'Done' }).click();
    await row(page, 'Okta')
      .getByText(`${token.slice(0, 12)}…`)
      .waitFor();
    expect(await statusOf('/scim/v2/Users', bearer(token))).toBe(200);

    await goTo(page, 'Audit log');
    await page.getByRole('combobox', { name: 'Action' }).selectOption('user.role_changed');
    const change = page.getByRole('row').filter({ hasText: 'zoe' });
    await change.getByText('Changed a role').waitFor();
    await change.getByRole('link').first().click();
    const panel = page.getByRole('region', { name: 'Event' });
    await panel.getByText('MEMBER').first().waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    for (const [format, start] of [
      ['CSV', /^[\w"]/],
      ['JSON Lines', /^\{/],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      const text = await textOf(await download.createReadStream());
      expect(text).toMatch(start);
      expect(text).toContain('zoe');
    }
  });

  it('takes away what a user has', async () => {
    const { userId, username, email, cookie, key } = await server.createAccount('MEMBER');
    const page = await open(`users?q=${username}`);
    await page.getByRole('link', { name: username, exact: true }).click();
    const panel = page.getByRole('region', { name: 'User', exact: true });
    await panel.getByRole('button', { name: /End session/ }).click();
    await panel.getByText('Not signed in anywhere.').waitFor();
    expect(await statusOf('/v1/projects', { Cookie: cookie })).toBe(401);
    await panel.getByRole('button', { name: 'Delete key test' }).click();
    await page.getByRole('button', { name: 'Delete key', exact: true }).click();
    await panel.getByText('No API keys.').waitFor();
    expect(await statusOf('/v1/projects', bearer(key))).toBe(401);

    await panel.getByRole('button', { name: 'Rename…' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('renamed');
    await page.getByRole('button', { name: 'Rename user' }).click();
    await panel.getByRole('heading', { name: 'renamed' }).waitFor();
    await panel.getByRole('button', { name: 'Reset password…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reset password for renamed' });
    await dialog.getByRole('button', { name: 'Reset password' }).click();
    const password = await dialog.locator('code').textContent();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const signIn = await server.request.post('/auth/login').send({ email, password });
    expect(signIn.status).toBe(204);
    const stored = 'SELECT username, password_needs_reset AS needs FROM users WHERE id = $1';
    expect(await server.sql(stored, [userId])).toEqual([{ username: 'renamed', needs: true }]);

    await panel.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('renamed');
    await page.getByRole('button', { name: 'Delete user' }).click();
    await panel.waitFor({ state: 'detached' });
    expect(await server.sql(stored, [userId])).toEqual([]);
  });

  it('sets up model providers, whose credentials nobody sees again', async () => {
    const page = await open('model-providers');
    /** Returns the connection that the server would use to reach the only custom provider. */
    const connection = async () => {
      const [stored] = await server.sql<{ id: number }>('SELECT id FROM custom_model_providers');
      const providers = server.app.get(CustomModelProvidersService, { strict: false });
      return providers.openConnection(stored!.id);
    };
    const builtIn = page.getByRole('list', { name: 'Built-in providers' }).getByRole('listitem');
    const azure = builtIn.filter({ hasText: 'Azure OpenAI' });
    await page.getByText('1 of 17 ready').waitFor();
    expect(await builtIn.first().innerText()).toContain('Anthropic');
    await azure.getByRole('button', { name: 'Copy AZURE_OPENAI_API_KEY' }).click();
    await azure.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('AZURE_OPENAI_API_KEY');
    for (const [variable, value] of [
      ['AZURE_OPENAI_API_KEY', KEY],
      ['AZURE_OPENAI_ENDPOINT', 'https://name.openai.azure.com'],
    ] as const) {
      await azure.getByRole('button', { name: `Set ${variable}` }).click();
      await page.getByRole('dialog').getByLabel('Value').first().fill(value);
      await page.getByRole('button', { name: 'Add secret' }).click();
      await azure.getByText(variable, { exact: true }).waitFor({ state: 'detached' });
    }
    await azure.getByText('Ready').waitFor();
    await page.getByText('2 of 17 ready').waitFor();

    await page.getByRole('button', { name: 'New provider' }).click();
    await field(page, 'Name').fill('gateway');
    await field(page, 'Provider').fill('Acme');
    await field(page, 'Base URL').fill(provider.url);
    await field(page, 'API key').fill(KEY);
    provider.answer(refusal(200, { object: 'list', data: [] }));
    await page.getByRole('button', { name: 'Test credentials' }).click();
    await page.getByText('The provider accepts these credentials.').waitFor();
    expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    await page.getByRole('button', { name: 'Create provider' }).click();
    await page.getByRole('button', { name: 'Edit gateway' }).click();
    await field(page, 'Organization').fill('org-1');
    await page.getByRole('button', { name: 'Save provider' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await connection()).toMatchObject({ apiKey: KEY, organization: 'org-1' });

    await server.sql("UPDATE custom_model_providers SET key_id = 'forgotten'");
    await page.reload();
    await page.getByText('unreadable').waitFor();
    await page.getByRole('button', { name: 'Edit gateway' }).click();
    await page.getByText('The stored credentials cannot be read.').waitFor();
    await field(page, 'API key').fill('another');
    await page.getByRole('button', { name: 'Save provider' }).click();
    await page.getByText('unreadable').waitFor({ state: 'detached' });
    expect(await connection()).toMatchObject({ apiKey: 'another', baseUrl: null });

    await goTo(page, 'Secrets');
    await row(page, 'AZURE_OPENAI_API_KEY').getByText(server.accounts.ADMIN.username).waitFor();
    expect(await page.content()).not.toContain(KEY);
    await page.getByRole('button', { name: 'Delete AZURE_OPENAI_API_KEY' }).click();
    await page.getByRole('button', { name: 'Delete secret' }).click();
    await row(page, 'AZURE_OPENAI_API_KEY').waitFor({ state: 'detached' });
    expect(await server.sql('SELECT key FROM secrets')).toEqual([{ key: 'AZURE_OPENAI_ENDPOINT' }]);
  });
});

/** Finds a field by its label, which ends with an asterisk if the field is required. */
function field(page: Page, name: string): Locator {
  return page.getByRole('dialog').getByLabel(new RegExp(`^${name}( \\*)?$`));
}

/** Returns the table row whose first cell contains this name. */
function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

async function textOf(stream: AsyncIterable<Buffer | string>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

import type { Page } from 'playwright-core';
import { push, saying } from '../prompts/sent-prompts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { makePrompts, type ShownPrompts } from './prompts-to-show.js';

describe('the prompts', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), startBrowser()]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
  });
  beforeEach(async () => {
    await server.sql('DELETE FROM prompts');
    await server.sql('DELETE FROM prompt_labels');
  });
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name }).first().waitFor();
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const choose = async (name: string, item: string) => {
    await button(`Actions for ${name}`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const latest = async (name: string) =>
    (await server.request.get(`/v1/prompts/${name}/latest`)).body.data as Record<string, unknown>;

  it('appear as programs create them, and are found, labeled, cloned and deleted', async () => {
    page = await browser.open(`${server.url}/prompts`);
    await page.getByText(`Client(base_url="${server.url}")`).waitFor();
    const hostile = '<img src=x onerror="alert(1)"> {{> x}} {{{ "a" & b }}}';
    await push(server, 'first', saying(hostile));
    await link('first').click();
    await page.getByText('<img src=x onerror="alert(1)">').waitFor();
    expect(await page.locator('main img, [onerror]').count()).toBe(0);
    await makePrompts(server);
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search and commands' }).fill('summ');
    await page.locator('[data-action]').filter({ hasText: 'summarizer' }).waitFor();
    await page.keyboard.press('Enter');
    await heading('summarizer');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Prompts' })
      .click();
    await link('support-desk').waitFor();
    const names = () => page.locator('tbody a').allTextContents();
    expect(await names()).toEqual(['support-desk', 'summarizer', 'first']);

    const row = page.getByRole('row').filter({ has: link('summarizer') });
    await field('Filter prompts by name').fill('SUMM');
    await link('first').waitFor({ state: 'detached' });
    await choose('summarizer', 'Labels…');
    await dialog('Labels for summarizer').getByRole('textbox').fill('short');
    await page.keyboard.press('Enter');
    await dialog('Labels for summarizer').getByRole('checkbox', { name: 'short' }).waitFor();
    await dialog('Labels for summarizer').getByRole('button', { name: 'Save' }).click();
    await row.getByText('short', { exact: true }).waitFor();
    await page.reload();
    await row.getByText('short', { exact: true }).waitFor();
    expect(await names()).toEqual(['summarizer']);
    await choose('summarizer', 'Labels…');
    await dialog('Labels for summarizer').getByRole('checkbox', { name: 'short' }).uncheck();
    await dialog('Labels for summarizer').getByRole('button', { name: 'Save' }).click();
    await row.getByText('short', { exact: true }).waitFor({ state: 'detached' });
    await field('Filter prompts by name').fill('');

    await button('Labels').click();
    await page.getByRole('checkbox', { name: 'customers' }).check();
    await link('first').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await choose('support-desk', 'Clone…');
    const form = dialog('Clone support-desk');
    await form.getByLabel('Name').fill('summarizer');
    await form.getByRole('button', { name: 'Clone prompt' }).click();
    await form.getByText(/already exists/).waitFor();
    await form.getByLabel('Name').fill('desk-2');
    await form.getByRole('button', { name: 'Clone prompt' }).click();
    await heading('desk-2');
    await page.getByText('cloned from').waitFor();
    await heading('Version 3');
    await choose('desk-2', 'Delete…');
    await dialog('Delete desk-2').getByText('3 versions').waitFor();
    await dialog('Delete desk-2').getByRole('textbox').fill('desk-2');
    await button('Delete prompt').click();
    await page.getByText('Prompt desk-2 deleted').waitFor();
    await link('support-desk').waitFor();
    expect(await server.sql('SELECT name FROM prompts ORDER BY id')).toEqual([
      { name: 'first' },
      { name: 'summarizer' },
      { name: 'support-desk' },
    ]);
  });

  describe('with versions', () => {
    let shown: ShownPrompts;

    beforeEach(async () => {
      shown = await makePrompts(server);
    });

    it('are shown, described, compared and tagged', async () => {
      page = await browser.open(`${server.url}/redirects/prompts/support-desk/tags/production`);
      await heading('Version 2');
      await link('Prompt').click();
      await page.getByText('9007199254740991').waitFor();
      await page.getByText('2 tools · tool calls optional').waitFor();
      await button('Edit').click();
      const form = dialog('Edit prompt');
      await form.getByLabel('Description').fill('Something else');
      await form.getByRole('textbox', { name: 'Metadata' }).fill('{"n": 12345678901234567890}');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
      await page.getByText('Something else').waitFor();
      expect(
        await server.sql("SELECT metadata::text FROM prompts WHERE name = 'support-desk'"),
      ).toEqual([{ metadata: '{"n":12345678901234567890}' }]);

      await page.getByRole('link', { name: /^Versions/ }).click();
      await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').nth(2).waitFor();
      await page.keyboard.press('j');
      await heading('Version 2');
      await page.getByRole('combobox', { name: 'Compare with' }).selectOption('previous');
      const added = page.getByRole('insertion').filter({ hasText: 'Never promise a refund' });
      await added.waitFor();
      await page.getByRole('region', { name: 'Tools' }).getByText('look_up_order').waitFor();
      expect(await page.getByRole('region', { name: 'Response format' }).count()).toBe(0);
      await page.reload();
      await page.getByText('Changes in version 2 compared with version 1').waitFor();

      await button('Tag').click();
      await field('Tag name').fill('legacy');
      await page.keyboard.press('Enter');
      await button('Delete tag legacy').waitFor();
      await button('Tag').click();
      await page.getByRole('button', { name: 'staging moves here' }).click();
      await button('Delete tag staging').waitFor();
      await button('Delete tag production').click();
      await dialog('Delete tag production').getByRole('button', { name: 'Delete tag' }).click();
      await button('Delete tag production').waitFor({ state: 'detached' });
      const { body } = await server.request
        .get(`/v1/prompt_versions/${encodeURIComponent(shown.versions[1]!)}/tags`)
        .expect(200);
      expect((body.data as { name: string }[]).map(({ name }) => name).toSorted()).toEqual([
        'legacy',
        'staging',
      ]);

      await button('Use this version in code').click();
      const code = dialog('Use in code');
      await code
        .getByRole('combobox', { name: 'Version to fetch' })
        .selectOption({ label: 'Always version 2' });
      await code.getByText(`prompt_version_id="${shown.versions[1]!}"`).waitFor();
      await code.getByRole('tab', { name: 'curl' }).click();
      await code.getByRole('button', { name: 'Copy curl code' }).click();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
        `curl '${server.url}/v1/prompt_versions/${encodeURIComponent(shown.versions[1]!)}'`,
      );
    });

    it('are created and edited without changes to their numbers', async () => {
      page = await browser.open(`${server.url}/prompts/new`);
      await field('Name').fill('tools');
      await field('Text of message 1').fill('{user.__class__}');
      await page.getByRole('radiogroup').getByText('f-string').click();
      await page.getByText('braces can contain only a name').waitFor();
      await page.getByRole('radiogroup').getByText('Mustache').click();
      await field('Text of message 1').fill('Hi {{ who }}.');
      await page.getByText('Variables:').getByText('who').waitFor();
      await page.getByRole('combobox', { name: 'Model name' }).fill('gpt-x');
      await field('Parameters').fill('{"temperature": 0.5, "seed": 12345678901234567}');
      await field('Tools').fill(
        '[{"type":"function","function":{"name":"look_up"}},{"name":"bash","type":"bash_20250124"}]',
      );
      await page.getByLabel('Tool choice').selectOption({ label: 'Only look_up' });
      await page.getByLabel('Parallel calls').selectOption({ label: 'One at a time' });
      await page.getByLabel('Tags').fill('production, staging');
      await field('Version metadata').fill('{"ticket": 12345678901234567}');
      await field('Parameters').press('Control+Enter');
      await button('Delete tag production').waitFor();
      const metadata = page.getByRole('region', { name: 'Version metadata' });
      await metadata.getByText('12345678901234567').waitFor();
      const response = await server.request.get('/v1/prompts/tools/tags/staging');
      expect(response.text).toContain('"openai":{"temperature":0.5,"seed":12345678901234567}');
      expect(response.body.data).toMatchObject({
        template: { messages: [{ content: [{ text: 'Hi {{ who }}.' }] }, { role: 'user' }] },
        tools: {
          tools: [
            { type: 'function', function: { name: 'look_up' } },
            { type: 'raw', raw: { name: 'bash', type: 'bash_20250124' } },
          ],
          tool_choice: { type: 'specific_function', function_name: 'look_up' },
          disable_parallel_tool_calls: true,
        },
      });

      const { id: _, ...before } = await latest('support-desk');
      await page.goto(`${server.url}/prompts/${encodeURIComponent(shown.desk)}/edit`);
      await field('Text of message 1').fill('Say nothing.');
      await page.getByLabel('Note').fill('quiet');
      await button('Save version').click();
      await heading('Version 4');
      const { id: __, ...after } = await latest('support-desk');
      const { messages } = before['template'] as { messages: { role: string; content: unknown }[] };
      const [, ...rest] = messages;
      expect(after).toEqual({
        ...before,
        description: 'quiet',
        template: {
          type: 'chat',
          messages: [
            { role: 'system', content: [{ type: 'text', text: 'Say nothing.' }] },
            ...rest.map(({ role, content }) => ({
              role,
              content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
            })),
          ],
        },
      });
    });
  });
});

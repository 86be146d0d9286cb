import type { Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { makePrompts, type ShownPrompts } from './prompts-to-show.js';

describe('the editor of prompts', () => {
  let server: TestServer;
  let browser: TestBrowser;
  let shown: ShownPrompts;
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
    shown = await makePrompts(server);
  });
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const textOf = (place: number) =>
    page.getByRole('textbox', { name: `Text of message ${place}`, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const latest = async (name: string) =>
    (await server.request.get(`/v1/prompts/${name}/latest`)).body.data as Record<string, unknown>;
  const openNew = async () => {
    page = await browser.open(`${server.url}/prompts/new`);
    await field('Name').waitFor();
  };
  const openDesk = async (query = '') => {
    page = await browser.open(
      `${server.url}/prompts/${encodeURIComponent(shown.desk)}/edit${query}`,
    );
    await textOf(1).waitFor();
  };

  it('reports missing fields, then creates a prompt', async () => {
    await openNew();
    await page.keyboard.type('My greeter!');
    await textOf(1).fill('Be {{tone}}.');
    expect(await field('Name').inputValue()).toBe('my-greeter');
    await textOf(2).fill('Hi {{ who }}, it is {{day}}.');
    await page.getByText('Variables:').getByText('who').waitFor();
    await button('Create prompt').click();
    await page.getByRole('alert').getByText('Enter the name of the model.').waitFor();
    await page.getByRole('combobox', { name: 'Model name' }).fill('gpt-x');
    await field('Parameters').fill('{"temperature": 0.5');
    await button('Create prompt').click();
    await page.getByRole('alert').getByText('Parameters: Line 1').waitFor();
    await field('Parameters').fill('{"warm": 1}');
    await button('Create prompt').click();
    await page.getByText('Parameters: OpenAI does not accept warm.').waitFor();
    await field('Parameters').fill('{"temperature": 0.5, "seed": 12345678901234567}');
    await page.getByLabel('Note').fill('first');
    await page.getByLabel('Tags').fill('production, staging');
    await field('Version metadata').fill('{"ticket": 12345678901234567}');
    await field('Parameters').press('Control+Enter');
    await page.getByRole('heading', { name: 'my-greeter', level: 1 }).waitFor();
    await button('Delete tag production').waitFor();
    const metadata = page.getByRole('region', { name: 'Version metadata' });
    await metadata.getByText('12345678901234567').waitFor();
    const response = await server.request.get('/v1/prompts/my-greeter/tags/staging');
    expect(response.text).toContain('"openai":{"temperature":0.5,"seed":12345678901234567}');
    expect(response.body.data).toMatchObject({
      description: 'first',
      template: {
        messages: [
          { role: 'system', content: [{ type: 'text', text: 'Be {{tone}}.' }] },
          { role: 'user', content: [{ type: 'text', text: 'Hi {{ who }}, it is {{day}}.' }] },
        ],
      },
    });
  });

  it('reports a name that is taken, and keeps the input', async () => {
    await openNew();
    await page.keyboard.type('summarizer');
    await textOf(1).fill('x');
    await page.getByRole('combobox', { name: 'Model name' }).fill('m');
    await button('Create prompt').click();
    await page
      .getByRole('alert')
      .getByText(/already exists/)
      .waitFor();
    expect(await textOf(1).inputValue()).toBe('x');
  });

  it('creates a version that differs from the previous one only in the changes made', async () => {
    const { id: _, ...before } = await latest('support-desk');
    await openDesk();
    await textOf(1).fill('Say nothing.');
    await page.getByLabel('Note').fill('quiet');
    await button('Save version').click();
    await page.getByRole('heading', { name: 'Version 4' }).waitFor();
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

  it('starts from an earlier version if asked to', async () => {
    await openDesk(`?from=${encodeURIComponent(shown.versions[0]!)}`);
    await page.getByRole('heading', { name: /from version 1/ }).waitFor();
    expect(await textOf(1).inputValue()).toBe(
      'You answer questions of customers of {{shop}}.\n\nBe {{tone}}.',
    );
    expect(await field('Tools').textContent()).toBe('');
  });

  it('adds, moves and removes messages with the keyboard alone', async () => {
    await openNew();
    const texts = async () =>
      (await page.getByRole('textbox', { name: /^Text of message/ }).all()).map((one) =>
        one.inputValue(),
      );
    const typed = async () => (await Promise.all(await texts())).join();
    await textOf(1).focus();
    await page.keyboard.type('one');
    await textOf(2).focus();
    await page.keyboard.type('two');
    await button('Add message').focus();
    await page.keyboard.press('Enter');
    await textOf(3).waitFor();
    await page.keyboard.type('three');
    expect(await page.getByLabel('Role for message 3').inputValue()).toBe('AI');
    await page.keyboard.press('Alt+ArrowUp');
    expect(await typed()).toBe('one,three,two');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.type('!');
    expect(await typed()).toBe('three!,one,two');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowDown');
    expect(await typed()).toBe('one,three!,two');
    await button('Remove message 2').focus();
    await page.keyboard.press('Enter');
    expect(await typed()).toBe('one,two');
    await page.keyboard.type('2');
    expect(await typed()).toBe('one,two2');
  });

  it('writes tool calls and their results', async () => {
    await openNew();
    await page.keyboard.type('tools');
    await page.getByLabel('Role for message 1').selectOption('AI');
    await button('Add tool call').click();
    await button('Remove text of message 1').click();
    await page.getByLabel('Tool to call').fill('look_up');
    await page.getByLabel('Call ID').fill('c1');
    await field('Arguments').fill('{"a": 1}');
    await page.getByLabel('Role for message 2').selectOption('TOOL');
    await button('Add result').click();
    await button('Remove text of message 2').click();
    await page.getByLabel('Call ID').nth(1).fill('c1');
    await field('Result').fill('nonsense');
    await page.getByRole('combobox', { name: 'Model name' }).fill('m');
    await field('Tools').fill(
      '[{"type":"function","function":{"name":"look_up"}},{"name":"bash","type":"bash_20250124"}]',
    );
    await page.getByLabel('Tool choice').selectOption({ label: 'Only look_up' });
    await page.getByLabel('Parallel calls').selectOption({ label: 'One at a time' });
    await button('Create prompt').click();
    await page.getByRole('alert').getByText('Message 2: tool result:').waitFor();
    await field('Result').fill('{"found": true}');
    await button('Create prompt').click();
    await page.getByRole('heading', { name: 'tools', level: 1 }).waitFor();
    expect(await latest('tools')).toMatchObject({
      template: {
        messages: [
          {
            role: 'ai',
            content: [
              {
                type: 'tool_call',
                tool_call_id: 'c1',
                tool_call: { type: 'function', name: 'look_up', arguments: '{"a": 1}' },
              },
            ],
          },
          {
            role: 'tool',
            content: [{ type: 'tool_result', tool_call_id: 'c1', tool_result: { found: true } }],
          },
        ],
      },
      tools: {
        type: 'tools',
        tools: [
          { type: 'function', function: { name: 'look_up' } },
          { type: 'raw', raw: { name: 'bash', type: 'bash_20250124' } },
        ],
        tool_choice: { type: 'specific_function', function_name: 'look_up' },
        disable_parallel_tool_calls: true,
      },
    });
  });

  it('shows a rendering error next to its message', async () => {
    await openNew();
    await page.getByRole('radiogroup').getByText('f-string').click();
    await textOf(1).fill('{user.__class__}');
    await page.getByText('braces can contain only a name').waitFor();
    await textOf(1).fill('{user} {{json}}');
    await page.getByText('Variables:').getByText('user').waitFor();
    expect(await page.getByText('braces can contain only a name').count()).toBe(0);
    await page.getByRole('radiogroup').getByText('None').click();
    await page.getByText('Messages are sent unchanged.').waitFor();
  });

  it('offers the parameters of the provider, including the required ones', async () => {
    await openNew();
    await page.getByLabel('Provider').selectOption('ANTHROPIC');
    await page.getByText('max_tokens (required)').waitFor();
    expect(await field('Parameters').textContent()).toContain('"max_tokens": 1024');
  });

  it('asks before discarding input', async () => {
    await openDesk();
    await page.getByRole('link', { name: 'Datasets' }).click();
    await page.getByText('Create your first dataset').waitFor();
    await openDesk();
    await textOf(1).fill('changed');
    await page.getByRole('link', { name: 'Datasets' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await textOf(1).inputValue()).toBe('changed');
    await button('Cancel').click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Version 3' }).waitFor();
  });
});

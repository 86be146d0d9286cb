import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { aDatasetOfCities, answerCities, coolDown } from '../experiments/jobs/running.js';
import { chunk, GREETING } from '../playground/chats.js';
import { push, saying } from '../prompts/sent-prompts.js';
import { startBrowser, type TestBrowser } from '../support/browser.js';
import {
  type ProviderAnswer,
  type ProviderServer,
  refusal,
  startProviderServer,
  toEventStream,
} from '../support/provider-server.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';

const TRACE_ID = newTraceId();
const CALL = { id: 'c1', function: { name: 'weather', arguments: '{"city": "Bern"}' } };

/** Sends items as an event stream, which stays open unless it is done. */
function stream(response: ServerResponse, items: readonly unknown[], isDone = true): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(toEventStream(items, false));
  if (isDone) response.end('data: [DONE]\n\n');
}

describe('the playground', () => {
  let provider: ProviderServer;
  let server: TestServer;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    provider = await startProviderServer();
    [server, browser] = await Promise.all([
      startTestServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` }),
      startBrowser(),
    ]);
    await sendTraces(server.url, [
      {
        traceId: TRACE_ID,
        project: 'weather',
        name: 'answer',
        kind: 'AGENT',
        children: [
          {
            name: 'ask',
            kind: 'LLM',
            attributes: {
              'llm.provider': 'ollama',
              'llm.model_name': 'small',
              'llm.invocation_parameters': '{"temperature": 0.5}',
              'llm.input_messages.0.message.role': 'user',
              'llm.input_messages.0.message.content': 'Is it raining in Bern?',
              'llm.output_messages.0.message.content': 'I do not know.',
              'llm.tools.0.tool.json_schema':
                '{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}',
            },
          },
          {
            name: 'weather',
            kind: 'TOOL',
            attributes: { 'input.value': '{"city":"Bern"}', 'output.value': 'It is raining.' },
          },
        ],
      },
    ]);
  });
  afterAll(async () => {
    await browser.stop();
    await server.stop();
    await provider.stop();
  });
  afterEach(async () => {
    await browser.release(page);
    expect(browser.errors.splice(0)).toEqual([]);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const prompt = (letter: string) => page.getByRole('region', { name: `Prompt ${letter}` });
  const answer = (letter: string) => page.getByRole('region', { name: `Answer ${letter}` });
  const box = (name: string, within = prompt('A')) =>
    within.getByRole('textbox', { name, exact: true });
  const open = async (path = '') => {
    page = await browser.open(`${server.url}/playground${path}`);
    await page.getByRole('heading', { name: 'Playground', level: 1 }).waitFor();
  };
  const choose = async (model: string, letter = 'A') => {
    await prompt(letter).getByLabel('Provider').selectOption('OLLAMA');
    await prompt(letter).getByRole('combobox', { name: 'Model name' }).fill(model);
    await page.keyboard.press('Escape');
  };

  it('compares prompts side by side, with shared variables, and stops them', async () => {
    await open();
    await choose('small');
    await box('Text of message 1').fill('You are {{tone}}.');
    const tone = page.getByRole('textbox', { name: 'Value of tone' });
    await tone.fill('polite');
    await box('Text of message 2').pressSequentially('Be {{t');
    await page.getByRole('option', { name: 'tone' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(', please.');
    expect(await box('Text of message 2').inputValue()).toBe('Be {{tone}}, please.');

    provider.answer((response) => stream(response, GREETING));
    await page.keyboard.press('Control+Enter');
    await answer('A').getByText('Grüß Gott').waitFor();
    await answer('A').getByText('7 tokens').waitFor();
    expect(provider.requests.at(-1)!.body).toMatchObject({
      model: 'small',
      messages: [{ content: 'You are polite.' }, { content: 'Be polite, please.' }],
    });

    provider.answer(refusal(429, { error: { message: 'Slow down, please.' } }));
    await button('Run').click();
    await answer('A').getByText('The provider answered 429: Slow down, please.').waitFor();
    await button('Your runs').click();
    const runs = page.getByRole('region', { name: 'Your runs' });
    await runs.getByText('The provider answered 429').waitFor();
    await runs.getByText('Grüß Gott').waitFor();
    await page.keyboard.press('Escape');

    await button('Add prompt').click();
    await box('Text of message 2', prompt('B')).fill('Hello');
    provider.answer((response, { body }) => {
      const isB = JSON.stringify(body).includes('Hello');
      stream(response, isB ? [chunk({ content: 'Grüß dich' })] : GREETING, !isB);
    });
    await button('Run all').click();
    await answer('B').getByText('Grüß dich').waitFor();
    await answer('A').getByText('7 tokens').waitFor();
    await button('Stop').click();
    await answer('B').getByText('Stopped').waitFor();
    const { abandoned } = provider.requests.find(({ body }) => /Hello/.test(JSON.stringify(body)))!;
    await abandoned;
    await answer('B').getByLabel('Compare answer B').selectOption({ label: 'Compared with A' });
    await answer('B').locator('del', { hasText: 'Gott' }).waitFor();

    await page.getByRole('link', { name: 'Projects' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await button('Leave page').click();
    await page.getByRole('navigation').getByRole('link', { name: 'Playground' }).click();
    await page.getByText('Your edits from earlier in this tab are back.').waitFor();
    expect(await box('Text of message 2', prompt('B')).inputValue()).toBe('Hello');
    expect(await tone.inputValue()).toBe('polite');
  });

  it('tries a span again, and answers its tools', async () => {
    page = await browser.open(`${server.url}/redirects/traces/${TRACE_ID}`);
    await page.getByRole('treeitem', { name: /ask/ }).click();
    await page.getByRole('link', { name: 'Try again' }).click();
    await page
      .getByRole('region', { name: 'Original answer' })
      .getByText('I do not know.')
      .waitFor();
    expect(await box('Text of message 1').inputValue()).toBe('Is it raining in Bern?');
    await prompt('A').getByText('1 tool').waitFor();

    provider.answer((response, { body }) => {
      const { role } = (body['messages'] as { role: string }[]).at(-1)!;
      stream(
        response,
        role === 'tool' ? GREETING : [chunk({ tool_calls: [{ index: 0, ...CALL }] })],
      );
    });
    await button('Run').click();
    await button('Use the recorded result').click();
    expect(await answer('A').getByLabel('Result of weather').inputValue()).toBe('It is raining.');
    await button('Add 1 result and run').click();
    await answer('A').getByText('Grüß Gott').waitFor();
    const { body } = provider.requests.at(-1)!;
    expect(body).toMatchObject({
      temperature: 0.5,
      tools: [{ function: { name: 'weather' } }],
      messages: [
        { role: 'user' },
        { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'weather' } }] },
        { role: 'tool', tool_call_id: 'c1', content: expect.stringContaining('raining') as string },
      ],
    });

    await button('Copy link to this run').click();
    const shared = await page.evaluate<string>('navigator.clipboard.readText()');
    await browser.release(page);
    page = await browser.open(shared);
    await page.getByRole('region', { name: 'Original answer' }).getByText('Grüß Gott').waitFor();
    expect(await page.getByRole('group', { name: /^Message/ }).count()).toBe(3);
  });

  it('starts from a version of a prompt and saves the next one', async () => {
    await push(server, 'greeter', saying('Hi {{who}}', { model_provider: 'OLLAMA' }));
    page = await browser.open(`${server.url}/prompts`);
    await page.getByRole('link', { name: 'greeter', exact: true }).click();
    await page.getByRole('link', { name: 'Try in playground' }).click();
    await page.getByRole('link', { name: 'greeter version 1' }).waitFor();
    await box('Text of message 1').fill('Hello {{who}}');
    await prompt('A').getByText('edited').waitFor();
    await button('Save A').click();
    const dialog = page.getByRole('dialog', { name: 'Save prompt' });
    await dialog.getByLabel('Note').fill('Warmer');
    await dialog.getByLabel('Tags').fill('candidate');
    await dialog.getByRole('textbox', { name: 'Version metadata' }).fill('{"ticket": 7}');
    await dialog.getByRole('button', { name: 'Save version' }).click();
    await page.getByRole('link', { name: 'greeter version 2' }).waitFor();
    expect(await prompt('A').getByText('edited').count()).toBe(0);
    const { body } = await server.request.get('/v1/prompts/greeter/tags/candidate').expect(200);
    expect(body.data).toMatchObject({
      description: 'Warmer',
      metadata: { ticket: 7 },
      template: { messages: [{ content: [{ text: 'Hello {{who}}' }] }] },
    });
    await button('Actions for A').click();
    await page.getByRole('menuitem', { name: 'Use in code…' }).click();
    await page.getByRole('dialog').getByText('greeter').first().waitFor();
  });

  it('runs a prompt on a dataset, which can be stopped, resumed and tried again', async () => {
    await aDatasetOfCities(server, 4, 'cities');
    const asked: string[] = [];
    const notThisOne = refusal(400, { error: { message: 'Not this one.' } });
    /** Refuses one city, and never answers about another. */
    const answerExcept =
      (refused?: string, open?: string): ProviderAnswer =>
      (response, request) => {
        if (!request.path.endsWith('/chat/completions')) return refusal(404, {})(response, request);
        const [city = ''] = /city-\d/.exec(JSON.stringify(request.body)) ?? [];
        asked.push(city);
        if (city === open) return undefined;
        return (city === refused ? notThisOne : answerCities)(response, request);
      };
    provider.answer(answerExcept('city-2', 'city-3'));
    await open();
    await choose('small');
    await box('Text of message 2').fill('Where is {{city}}?');
    await button('Run on a dataset…').click();
    const dialog = page.getByRole('dialog', { name: 'Run on a dataset' });
    await dialog.getByRole('combobox', { name: 'Dataset' }).click();
    await page.getByRole('option', { name: 'cities · 4 examples' }).click();
    await dialog.getByRole('textbox', { name: 'Name of the experiment' }).fill('capitals');
    await dialog.getByRole('button', { name: 'Start' }).click();
    const path = await dialog.getByRole('link', { name: 'Open experiment' }).getAttribute('href');
    await browser.release(page);

    page = await browser.open(new URL(path!, server.url).href);
    const job = page.getByRole('region', { name: 'Run on the server' });
    await job.getByText('3 of 4 runs').waitFor();
    await button('Stop').click();
    await job.getByText('Stopped', { exact: true }).waitFor();
    await coolDown(server);
    provider.answer(answerExcept('city-2'));
    await page.getByRole('link', { name: 'cities' }).last().click();
    // The page of the experiment, which is shown until the list has loaded, has a menu of the same name.
    await page.getByRole('row').getByRole('button', { name: 'Actions for capitals' }).click();
    await page.getByRole('menuitem', { name: 'Resume', exact: true }).click();
    await page.getByText('Resumed capitals').waitFor();
    const progress = page.getByRole('row', { name: 'capitals' }).getByRole('progressbar');
    await progress.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'capitals', exact: true }).click();
    await job.getByText('Completed with failures').waitFor();
    await job.getByText('4 of 4 runs').waitFor();
    await button('Show what failed').click();
    await job.getByText('Not this one.').first().waitFor();
    await coolDown(server);
    provider.answer(answerExcept());
    await button('Retry what failed').click();
    await job.waitFor({ state: 'detached' });
    // Resuming had also tried again what had failed.
    expect(asked.toSorted().join()).toBe('city-0,city-1,city-2,city-2,city-2,city-3,city-3');
  });

  it('sends the key that the user enters, and stores it nowhere', async () => {
    await open();
    await button('Use your own key…').click();
    const dialog = page.getByRole('dialog', { name: 'Your key for OpenAI' });
    await dialog.getByLabel('OPENAI_API_KEY').fill('sk-canary');
    await dialog.getByRole('button', { name: 'Use key' }).click();
    await prompt('A').getByRole('combobox', { name: 'Model name' }).fill('large');
    await page.keyboard.press('Escape');
    await box('Text of message 2').fill('Hi');
    await prompt('A').getByText('Address and headers').click();
    await box('Address').fill(`${provider.url}/own`);
    await prompt('A').getByLabel('API').selectOption('CHAT_COMPLETIONS');
    await box('Headers').fill('{"X-Team": "header-canary"}');
    provider.answer((response) => stream(response, GREETING));
    await button('Run').click();
    await answer('A').getByText('Grüß Gott').waitFor();
    const { path, headers } = provider.requests.at(-1)!;
    expect(path).toBe('/own/chat/completions');
    expect(headers).toMatchObject({ authorization: 'Bearer sk-canary', 'x-team': 'header-canary' });
    await page.reload();
    await page.getByText('Your edits from earlier in this tab are back.').waitFor();
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])',
    );
    expect(stored).toContain('large');
    expect(stored).not.toContain('canary');
    const spans = await server.sql<{ attributes: string }>('SELECT attributes::text FROM spans');
    expect(JSON.stringify(spans)).not.toContain('canary');
  });
});

import { gzipSync } from 'node:zlib';
import OpenAI from 'openai';
import { TEST_SECRET } from '../support/accounts.js';
import {
  events,
  type ProviderServer,
  refusal,
  startProviderServer,
  toEventStream,
} from '../support/provider-server.js';
import { startTestServer, type TestServer } from '../support/server.js';

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'chat-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
});
const usage = {
  ...chunk({}),
  choices: [],
  usage: {
    prompt_tokens: 5,
    completion_tokens: 2,
    total_tokens: 7,
    prompt_tokens_details: { cached_tokens: 3 },
  },
};
const GREETING = [
  chunk({ content: 'Grüß ' }),
  chunk({ content: 'Gott' }),
  chunk({}, 'stop'),
  usage,
];
const MESSAGES = [{ role: 'user' as const, content: 'Hi' }];
const KEY = 'sk-canary-of-the-test';

describe('chat completions', () => {
  let provider: ProviderServer;
  let server: TestServer;
  let openai: OpenAI;

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startTestServer({
      SPANDREL_SECRET: TEST_SECRET,
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: `${provider.url}/openai`,
      OLLAMA_BASE_URL: `${provider.url}/ollama`,
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: `${provider.url}/anthropic`,
      SPANDREL_ALLOWED_PROVIDERS: 'openai, OLLAMA,ANTHROPIC,DEEPSEEK',
    });
    openai = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  beforeEach(() => provider.answer(events(GREETING, { done: '[DONE]' })));

  const post = (body: object) => server.request.post('/v1/chat/completions').send(body);
  const ask = (rest: object = {}) => post({ model: 'ollama:m', messages: MESSAGES, ...rest });

  it('read answers that are compressed although nobody asked for that', async () => {
    provider.answer((response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(`${toEventStream(GREETING, false)}data: [DONE]\n\n`));
    });
    const { body } = await ask().expect(200);
    expect(body.choices[0].message.content).toBe('Grüß Gott');
    expect(provider.requests.at(-1)!.headers['accept-encoding']).toBe('identity');
  });

  it('answer the client of OpenAI', async () => {
    const answer = await openai.chat.completions.create({
      model: 'ollama:qwen:0.5b',
      messages: [
        { role: 'developer', content: 'Be polite.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'H' },
            { type: 'text', text: 'i' },
          ],
        },
      ],
      temperature: 0.5,
      max_tokens: 50,
      stop: 'END',
    });
    expect(answer).toMatchObject({
      id: 'chat-1',
      object: 'chat.completion',
      model: 'ollama:qwen:0.5b',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Grüß Gott' }, finish_reason: 'stop' },
      ],
      usage: {
        prompt_tokens: 5,
        completion_tokens: 2,
        total_tokens: 7,
        prompt_tokens_details: { cached_tokens: 3 },
      },
    });
    expect(provider.requests.at(-1)).toMatchObject({
      path: '/ollama/chat/completions',
      body: {
        model: 'qwen:0.5b',
        messages: [
          { role: 'system', content: 'Be polite.' },
          { role: 'user', content: 'Hi' },
        ],
        temperature: 0.5,
        max_tokens: 50,
        stop: ['END'],
      },
    });
  });

  it('stream to the client of OpenAI', async () => {
    const stream = await openai.chat.completions.create({
      model: 'OLLAMA:m',
      messages: MESSAGES,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const part of stream) chunks.push(part);
    expect(chunks.map(({ choices }) => choices[0]?.delta)).toEqual([
      { role: 'assistant', content: '' },
      { content: 'Grüß ' },
      { content: 'Gott' },
      {},
      undefined,
    ]);
    expect(new Set(chunks.map(({ id }) => id))).toEqual(new Set(['chat-1']));
    expect(chunks.map((part) => part.usage?.total_tokens ?? part.usage)).toEqual([
      null,
      null,
      null,
      null,
      7,
    ]);
  });

  it('tell what the model thinks, as DeepSeek does', async () => {
    provider.answer(events([chunk({ reasoning: 'Hm.' }), ...GREETING], { done: '[DONE]' }));
    const { body } = await ask();
    expect(body.choices[0].message).toEqual({
      role: 'assistant',
      content: 'Grüß Gott',
      reasoning_content: 'Hm.',
    });
    const { text } = await ask({ stream: true });
    expect(text).toContain('"delta":{"reasoning_content":"Hm."}');
  });

  it('are events that end with [DONE], without usage unless it is wanted', async () => {
    const { headers, text } = await ask({ stream: true });
    expect(headers['content-type']).toBe('text/event-stream');
    expect(headers['cache-control']).toBe('no-cache');
    expect(text).not.toContain('usage');
    expect(text.endsWith('"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')).toBe(true);
  });

  it('arrive as they are made, also for clients that accept compression', async () => {
    let finish = () => {};
    provider.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(toEventStream(GREETING.slice(0, 1), false));
      finish = () => response.end(toEventStream(GREETING.slice(1), false));
    });
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' },
      body: JSON.stringify({ model: 'ollama:m', messages: MESSAGES, stream: true }),
    });
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of response.body!) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      if (text.includes('Grüß')) finish();
    }
    expect(text).toContain('Gott');
  });

  it('are canceled at the provider when the client leaves', async () => {
    provider.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(toEventStream(GREETING.slice(0, 1), false));
    });
    const stream = await openai.chat.completions.create({
      model: 'ollama:m',
      messages: MESSAGES,
      stream: true,
    });
    for await (const { choices } of stream) if (choices[0]?.delta.content) break;
    await provider.requests.at(-1)!.abandoned;
  });

  it('reach OpenAI by its responses, and Anthropic with a limit', async () => {
    provider.answer(
      events(
        [
          { type: 'response.created', response: { id: 'r-1', output: [] } },
          { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hello' },
          { type: 'response.completed', response: { id: 'r-1', output: [], usage: null } },
        ],
        { named: true },
      ),
    );
    const { body } = await ask({ model: 'openai:m' });
    expect(body).toMatchObject({ id: 'r-1', choices: [{ message: { content: 'Hello' } }] });
    expect(body).not.toHaveProperty('usage');
    expect(provider.requests.at(-1)).toMatchObject({
      path: '/openai/responses',
      headers: { authorization: `Bearer ${KEY}` },
    });
    provider.answer(refusal(429, { error: { message: 'Slow down.' } }));
    await ask({ model: 'anthropic:m' });
    expect(provider.requests.at(-1)).toMatchObject({
      path: '/anthropic/v1/messages',
      headers: { authorization: `Bearer ${KEY}` },
      body: { max_tokens: 32_000 },
    });
  });

  it('use a stored secret rather than the environment', async () => {
    await server.request
      .put('/v1/secrets')
      .send({ secrets: [{ key: 'ANTHROPIC_API_KEY', value: 'stored' }] })
      .expect(200);
    await ask({ model: 'anthropic:m' });
    expect(provider.requests.at(-1)?.headers.authorization).toBe('Bearer stored');
  });

  it('list the providers that the server allows', async () => {
    expect((await server.request.get('/v1/model_providers')).body).toEqual({
      data: [
        { provider: 'OPENAI', name: 'OpenAI' },
        { provider: 'ANTHROPIC', name: 'Anthropic' },
        { provider: 'DEEPSEEK', name: 'DeepSeek' },
        { provider: 'OLLAMA', name: 'Ollama' },
      ],
    });
    const { data } = await server.gql(`{
      modelProviders { key name credentialsSet missingCredentials dependenciesInstalled
        credentialRequirements { envVarName isRequired } }
    }`);
    expect(data).toEqual({
      modelProviders: [
        ['OPENAI', 'OpenAI', true, ['OPENAI_API_KEY']],
        ['ANTHROPIC', 'Anthropic', true, ['ANTHROPIC_API_KEY']],
        ['DEEPSEEK', 'DeepSeek', false, ['DEEPSEEK_API_KEY']],
        ['OLLAMA', 'Ollama', true, []],
      ].map(([key, name, credentialsSet, names]) => ({
        key,
        name,
        credentialsSet,
        missingCredentials: credentialsSet ? [] : names,
        dependenciesInstalled: true,
        credentialRequirements: (names as string[]).map((envVarName) => ({
          envVarName,
          isRequired: true,
        })),
      })),
    });
  });

  it('need no key at an address of your own', async () => {
    const set = (value: string | null) =>
      server.request
        .put('/v1/secrets')
        .send({ secrets: [{ key: 'DEEPSEEK_BASE_URL', value }] })
        .expect(200);
    await set('https://models.example.com/v1');
    const { data } = await server.gql('{ modelProviders { key missingCredentials } }');
    expect(data).toMatchObject({
      modelProviders: expect.arrayContaining([{ key: 'DEEPSEEK', missingCredentials: [] }]),
    });
    await set(null);
  });
});

import { cookieOf, type SecuredServer, startSecuredServer } from '../support/accounts.js';
import {
  brokenOff,
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
const GREETING = [chunk({ content: 'Hello' }), chunk({}, 'stop')];
const MESSAGES = [{ role: 'user', content: 'Hi' }];
const KEY = 'sk-canary-of-the-test';

describe('refused chat completions', () => {
  let provider: ProviderServer;
  let server: TestServer;

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startTestServer({
      OLLAMA_BASE_URL: provider.url,
      OPENAI_API_KEY: KEY,
      SPANDREL_ALLOWED_PROVIDERS: 'OLLAMA,DEEPSEEK',
    });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  beforeEach(() => provider.answer(events(GREETING, { done: '[DONE]' })));

  const ask = (rest: object = {}) =>
    server.request
      .post('/v1/chat/completions')
      .send({ model: 'ollama:m', messages: MESSAGES, ...rest });

  const error = (message: unknown, rest: object = {}) => ({
    error: { message, type: 'invalid_request_error', param: null, code: null, ...rest },
  });

  it.each(['m', 'ollama:', ':m', 'nobody:m', 'google:m', 'custom:x:m', '', 'x'.repeat(5_000)])(
    'for the unknown model "%.20s"',
    async (model) => {
      const { status, body } = await ask({ model, n: 3 });
      expect(status).toBe(404);
      expect(body).toEqual(
        error(expect.stringContaining(`Unknown model "${model}"`), { code: 'model_not_found' }),
      );
    },
  );

  it('refuses an unknown custom provider', async () => {
    const id = Buffer.from('GenerativeModelCustomProvider:99').toString('base64');
    const { status, body } = await ask({ model: `custom:${id}:m` });
    expect(status).toBe(404);
    expect(body).toEqual(error(expect.stringContaining('not found')));
  });

  it.each([
    [{ tools: [{ type: 'function', function: { name: 'f' } }] }, 'Tool calling'],
    [{ tool_choice: 'none' }, 'Tool calling'],
    [{ response_format: { type: 'json_object' } }, 'response_format'],
    [{ n: 2 }, 'n must be 1'],
    [{ stream_options: { include_usage: true } }, 'stream_options'],
  ])('refuses the parameters %j', async (rest, message) => {
    const { status, body } = await ask(rest);
    expect(status).toBe(400);
    expect(body).toEqual(error(expect.stringContaining(message)));
  });

  it.each([{ tools: [] }, { response_format: { type: 'text' } }, { n: 1 }, { logit_bias: {} }])(
    'but not for %j',
    async (rest) => {
      expect((await ask(rest)).status).toBe(200);
    },
  );

  it.each([
    [{ messages: [] }, 'messages: '],
    [{ messages: undefined }, 'messages: '],
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages.0.role: '],
    [{ messages: [{ role: 'user', content: 5 }] }, 'messages.0.content: '],
    [{ model: 5 }, 'model: '],
    [{ temperature: 'warm' }, 'temperature: '],
    [{ stop: 5 }, 'stop: '],
  ])('refuses the body %j', async (rest, message) => {
    const { status, body } = await ask(rest);
    expect(status).toBe(422);
    expect(body).toEqual(error(expect.stringContaining(message)));
  });

  it('names a missing credential in the error', async () => {
    const { status, body } = await ask({ model: 'deepseek:m' });
    expect(status).toBe(400);
    expect(body).toEqual(error(expect.stringContaining('DEEPSEEK_API_KEY')));
  });

  it.each([
    [401, 401, 'invalid_request_error'],
    [429, 429, 'invalid_request_error'],
    [503, 503, 'api_error'],
  ])("passes on the provider's refusal with %s", async (given, expected, type) => {
    provider.answer(refusal(given, { error: { message: 'Not now.' } }, { 'retry-after': '7' }));
    const { status, body, text, headers } = await ask({ stream: true });
    expect(status).toBe(expected);
    expect(headers['retry-after']).toBe('7');
    expect(body).toEqual(error(expect.stringContaining('Not now.'), { type }));
    expect(text).not.toContain(KEY);
  });

  it.each([
    ['an error', { error: { message: 'Out of credits.', code: 429 } }, 'Out of credits.'],
    ['something else', { detail: 'Log in first.' }, 'Log in first.'],
  ])('fails if the provider answers 200 with %s', async (_what, answer, words) => {
    provider.answer(refusal(200, answer));
    for (const stream of [false, true]) {
      const { status, body } = await ask({ stream });
      expect(status).toBe(502);
      expect(body).toEqual(error(expect.stringContaining(words), { type: 'api_error' }));
    }
  });

  it('fails if the stream of the provider ends without a reason', async () => {
    provider.answer(events(GREETING.slice(0, 1)));
    const whole = await ask();
    expect(whole.status).toBe(502);
    expect(whole.body.error.message).toBe('The provider broke off its answer.');
    const { text } = await ask({ stream: true });
    expect(text).toContain('{"error":{"message":"The provider broke off its answer."');
    expect(text).not.toContain('"finish_reason":"stop"');
  });

  it('fails if the provider breaks off', async () => {
    provider.answer(brokenOff(toEventStream(GREETING.slice(0, 1), false)));
    const { status, body } = await ask();
    expect(status).toBe(502);
    expect(body).toMatchObject({ error: { type: 'api_error' } });
  });

  it('fails with an event if the provider breaks off later', async () => {
    provider.answer(brokenOff(toEventStream(GREETING.slice(0, 1), false)));
    const { status, text } = await ask({ stream: true });
    expect(status).toBe(200);
    expect(text).toMatch(
      /data: {"error":{"message":".+","type":"api_error"}}\n\ndata: \[DONE]\n\n$/,
    );
  });
});

describe('chat completions of a server with authentication', () => {
  let provider: ProviderServer;
  let server: SecuredServer;

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startSecuredServer({ OLLAMA_BASE_URL: provider.url });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  const ask = (model: string) =>
    server.request.post('/v1/chat/completions').send({ model, messages: MESSAGES });

  it('need a user, and take any role', async () => {
    provider.answer(events(GREETING));
    const refused = await ask('ollama:m');
    expect(refused.status).toBe(401);
    expect(refused.headers['content-type']).toMatch('text/plain');
    for (const role of ['ADMIN', 'MEMBER', 'VIEWER'] as const) {
      const { status } = await ask('ollama:m').set(cookieOf(server.accounts[role]));
      expect(status).toBe(200);
    }
  });

  it('reach a private address of the environment, but not one that a user has stored', async () => {
    const admin = cookieOf(server.accounts.ADMIN);
    await server.request
      .put('/v1/secrets')
      .set(admin)
      .send({ secrets: [{ key: 'TOGETHER_BASE_URL', value: provider.url }] })
      .expect(200);
    const { status, body } = await ask('together:m').set(admin);
    expect(status).toBe(502);
    expect(body.error.message).toContain('SPANDREL_PRIVATE_PROVIDER_NETWORKS');
  });
});

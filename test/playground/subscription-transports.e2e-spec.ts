import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { TEST_SECRET } from '../support/accounts.js';
import {
  events,
  type ProviderServer,
  startProviderServer,
  toEventStream,
} from '../support/provider-server.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { collect, openSocket } from '../support/subscriptions.js';
import { aChat, chunk } from './chats.js';

const CHAT = `subscription ($input: ChatCompletionInput!) {
  chatCompletion(input: $input) { __typename ... on TextChunk { content } }
}`;
const ANSWER = [chunk({ content: 'Hello' }), chunk({}, 'stop')];
const INPUT = aChat();
const RESULTS = [
  { data: { chatCompletion: { __typename: 'TextChunk', content: 'Hello' } } },
  { data: { chatCompletion: { __typename: 'ChatCompletionSubscriptionResult' } } },
];

describe('a subscription', () => {
  let provider: ProviderServer;
  let server: TestServer;

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startTestServer({
      SPANDREL_SECRET: TEST_SECRET,
      OLLAMA_BASE_URL: `${provider.url}/ollama`,
    });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  beforeEach(() => provider.answer(events(ANSWER, { done: '[DONE]' })));

  const post = (accept: string, body: object = { query: CHAT, variables: { input: INPUT } }) =>
    fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { accept, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('arrives as server-sent events', async () => {
    const response = await post('text/event-stream');
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const frames = (await response.text()).trim().split('\n\n');
    const next = RESULTS.map((result) => `event: next\ndata: ${JSON.stringify(result)}`);
    expect(frames).toEqual([...next, 'event: complete\ndata:']);
  });

  it('arrives as the parts of a multipart response', async () => {
    const response = await post('multipart/mixed;subscriptionSpec=1.0, application/json');
    expect(response.headers.get('content-type')).toContain('boundary="graphql"');
    const parts = (await response.text()).split('\r\n--graphql');
    const json = parts.slice(1, -1).map((part) => part.split('\r\n\r\n')[1]!);
    // On a busy machine, there are heartbeats between them.
    const payloads = json.filter((one) => one !== '{}');
    expect(payloads.map((one) => JSON.parse(one) as object)).toEqual(
      RESULTS.map((payload) => ({ payload })),
    );
    expect(parts.at(-1)).toBe('--\r\n');
  });

  it.each(['text/event-stream', 'multipart/mixed'])(
    'is canceled when the reader of %s leaves',
    async (accept) => {
      provider.answer((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(toEventStream([ANSWER[0]], false));
      });
      const before = provider.requests.length;
      const response = await post(accept);
      const reader = response.body!.getReader();
      await reader.read();
      await reader.cancel();
      await provider.requests[before]!.abandoned;
    },
  );

  it.each([
    ['an unknown field', { query: 'subscription { nothing }' }, /Cannot query field/],
    [
      'a malformed input',
      { query: CHAT, variables: { input: { ...INPUT, repetitions: 'two' } } },
      /input/,
    ],
    [
      'too many repetitions',
      { query: CHAT, variables: { input: { ...INPUT, repetitions: 31 } } },
      /less than or equal to 30/,
    ],
    [
      'an address of no web server',
      {
        query: CHAT,
        variables: {
          input: { ...INPUT, connectionConfig: { baseUrl: 'file:///etc/passwd' } },
        },
      },
      /URL/,
    ],
    [
      'missing variables',
      {
        query: CHAT,
        variables: { input: aChat({ template: { format: 'MUSTACHE' } }) },
      },
      /Missing variables: name/,
    ],
    ['variables that are a list', { query: CHAT, variables: [] }, /variables must be an object/],
  ])('ends with an error for %s', async (_, body, words) => {
    const answer = await (await post('text/event-stream', body)).text();
    expect(answer).toMatch(/^event: next\ndata: \{.*"errors":/);
    expect(answer).toMatch(words);
    expect(answer).toMatch(/event: complete\ndata:\n\n$/);
  });

  it('is remembered by its document and operation, without variables or errors', async () => {
    const query = `${CHAT.replace('subscription', 'subscription First')}
      subscription Second { unknown }`;
    const answersOf = async (body: object) => (await post('text/event-stream', body)).text();
    const both = { query, variables: { input: INPUT } };
    for (let time = 0; time < 2; time++) {
      expect(await answersOf({ ...both, operationName: 'First' })).toContain('Cannot query field');
    }
    const valid = `${CHAT.replace('subscription', 'subscription First')} query Second { viewer { id } }`;
    for (let time = 0; time < 2; time++) {
      const first = { query: valid, operationName: 'First' };
      expect(await answersOf({ ...first, variables: { input: INPUT } })).toContain('Hello');
      expect(await answersOf({ ...first, variables: {} })).toContain('$input');
      const second = await answersOf({ query: valid, operationName: 'Second', variables: {} });
      expect(second).not.toContain('Hello');
    }
  });

  it('is refused as plain JSON', async () => {
    const response = await post('application/json');
    expect(await response.json()).toMatchObject({ errors: [{ message: expect.any(String) }] });
  });

  it('leaves queries to their own transport', async () => {
    const response = await post('text/event-stream, application/json', {
      query: '{ projectCount }',
    });
    expect(response.headers.get('content-type')).toContain('application/json');
    const client = openSocket(server.url);
    await expect(collect(client, '{ projectCount }')).rejects.toMatchObject([
      { message: expect.stringContaining('Only subscriptions') },
    ]);
    await client.dispose();
  });

  it.each(['http://elsewhere.example', 'null'])(
    'is refused to a socket from the page %s',
    async (origin) => {
      const socket = new WebSocket(`${server.url}/graphql`, 'graphql-transport-ws', { origin });
      const status = await new Promise((resolve) => {
        socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
        socket.on('error', () => undefined);
      });
      expect(status).toBe(401);
    },
  );

  it('is refused to a socket with another protocol', async () => {
    const socket = new WebSocket(`${server.url}/graphql`, 'graphql-ws');
    await new Promise((resolve) => socket.once('error', resolve));
  });

  it('is refused to a message that is too long', async () => {
    const socket = new WebSocket(`${server.url}/graphql`, 'graphql-transport-ws');
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send('{"type": "connection_init"}');
    socket.send('x'.repeat(33 * 1024 * 1024));
    const code = await new Promise((resolve) => socket.once('close', resolve));
    expect(code).toBe(1009);
  });

  it('is not the only thing that asks for an upgrade', async () => {
    const { hostname, port } = new URL(server.url);
    const headers = { connection: 'upgrade', upgrade: 'h2c' };
    const answer = await new Promise<string>((resolve, reject) => {
      httpRequest({ hostname, port, path: '/healthz', headers }, (response) => {
        text(response).then(resolve, reject);
      })
        .on('error', reject)
        .end();
    });
    expect(answer).not.toBe('');
  });
});

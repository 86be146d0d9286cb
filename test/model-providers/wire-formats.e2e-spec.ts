import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatEvent } from '../../src/model-providers/protocol/chat-event.contract.js';
import type { ModelClient } from '../../src/model-providers/protocol/model-client.js';
import { createClient } from '../../src/model-providers/clients/create-client.js';
import { createProviderNetwork } from '../../src/model-providers/network/provider-network.js';
import { type ProviderServer, startProviderServer } from '../support/provider-server.js';
import { bedrock } from './bedrock-streams.js';
import { clientFor, describeEndlessAnswers, QUESTION, WIRE_FORMATS } from './sample-clients.js';
import { KEY, REASON, TEXT } from './wire-format.js';

const MOMENT_MS = 50;

describe.each(Object.entries(WIRE_FORMATS))('%s', (_name, format) => {
  let provider: ProviderServer;
  let client: ModelClient;

  beforeAll(async () => {
    provider = await startProviderServer();
    client = await clientFor(format.connection(provider.url));
  });
  afterAll(() => provider.stop());

  /** Sends bytes in pieces of a size. */
  const answerWith = (bytes: Buffer, size = bytes.length): void =>
    provider.answer(async (response) => {
      response.writeHead(200, { 'content-type': format.contentType });
      for (let at = 0; at < bytes.length; at += size) {
        response.write(bytes.subarray(at, at + size));
        if (size < bytes.length) await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });

  async function ask(signal = new AbortController().signal): Promise<ChatEvent[]> {
    const events: ChatEvent[] = [];
    for await (const event of client.stream(QUESTION, signal)) events.push(event);
    return events;
  }

  const textOf = (events: readonly ChatEvent[]): string =>
    events.map((event) => (event.type === 'text' ? event.text : '')).join('');

  it('answers in pieces, with its usage', async () => {
    answerWith(format.text);
    const events = await ask();
    expect(textOf(events)).toBe(TEXT);
    expect(events[0]?.type).toBe('start');
    expect(events.at(-1)).toEqual({
      type: 'end',
      finishReason: 'stop',
      usage: {
        promptTokens: 20,
        completionTokens: 7,
        cacheReadTokens: 5,
        cacheWriteTokens: 0,
        reasoningTokens: format === bedrock ? 0 : 3,
      },
    });
    expect(provider.requests.at(-1)?.path).toBe(format.path);
    expect(JSON.stringify(provider.requests.at(-1)?.headers)).toContain(
      format === bedrock ? 'id-of-the-test' : KEY,
    );
  });

  it('may split its answer within characters', async () => {
    answerWith(format.text, 1);
    expect(textOf(await ask())).toBe(TEXT);
  });

  it('keeps its connection, even if the answer ends a moment after its last piece', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    provider.answer(async (response) => {
      response.writeHead(200, { 'content-type': format.contentType });
      response.write(format.text);
      await sleep(MOMENT_MS);
      response.end(resolve);
    });
    await ask();
    await ended;
    // The client is in this process, and reads the end in its next turn.
    await sleep(MOMENT_MS);
    await ask();
    const [first, second] = provider.requests.slice(-2);
    expect(second?.port).toBe(first?.port);
  });

  it('calls tools', async () => {
    answerWith(format.tools);
    const events = await ask();
    const calls = new Map<string, { name: string; text: string }>();
    for (const event of events) {
      if (event.type !== 'toolCall') continue;
      const call = calls.get(event.id) ?? { name: event.name ?? '', text: '' };
      calls.set(event.id, { ...call, text: call.text + event.arguments });
    }
    expect([...calls]).toEqual([
      ['call-a', { name: 'find', text: '{"q":"京都"}' }],
      ['call-b', { name: 'now', text: '{}' }],
    ]);
    expect(events.at(-1)).toMatchObject({ finishReason: 'tool_call' });
  });

  it('says when it was cut off', async () => {
    answerWith(format.tooLong);
    expect((await ask()).at(-1)).toMatchObject({ type: 'end', finishReason: 'length' });
  });

  it.each([400, 401, 429, 500])('refuses with %s in its own words', async (status) => {
    provider.answer((response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' });
      response.end(JSON.stringify(format.error));
    });
    const before = provider.requests.length;
    await expect(ask()).rejects.toMatchObject({
      name: 'ProviderError',
      status,
      message: expect.stringContaining(REASON) as string,
    });
    // Only the caller decides whether to try again.
    expect(provider.requests).toHaveLength(before + 1);
  });

  it('may fail in the middle of an answer', async () => {
    answerWith(format.failing);
    await expect(ask()).rejects.toMatchObject({
      name: 'ProviderError',
      message: expect.stringContaining(REASON) as string,
    });
  });

  it('may close the connection in the middle of an answer', async () => {
    provider.answer((response) => {
      response.writeHead(200, { 'content-type': format.contentType });
      response.write(format.beginning, () => response.destroy());
    });
    await expect(ask()).rejects.toMatchObject({ name: 'ProviderError', status: null });
  });

  it('may answer something else', async () => {
    provider.answer((response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html>Bad gateway</html>');
    });
    await expect(ask()).rejects.toMatchObject({ name: 'ProviderError', status: 502 });
  });

  it('learns when nobody waits for its answer', async () => {
    provider.answer((response) => {
      response.writeHead(200, { 'content-type': format.contentType });
      response.write(format.beginning);
    });
    const abandoned = new AbortController();
    const reading = (async () => {
      for await (const event of client.stream(QUESTION, abandoned.signal)) {
        if (event.type === 'text') abandoned.abort();
      }
    })();
    await expect(reading).rejects.toThrow();
    await provider.requests.at(-1)!.abandoned;
  });

  it('is not followed to another address', async () => {
    const before = provider.requests.length;
    provider.answer((response) => {
      response.writeHead(307, { location: `${provider.url}/elsewhere` }).end();
    });
    await expect(ask()).rejects.toMatchObject({ name: 'ProviderError' });
    expect(provider.requests).toHaveLength(before + 1);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254'])(
    'is not reached at %s without permission',
    async (host) => {
      const { port } = new URL(provider.url);
      const network = createProviderNetwork([]);
      const before = provider.requests.length;
      const attempt = async (): Promise<void> => {
        const guarded = await createClient(format.connection(`http://${host}:${port}`), network);
        for await (const event of guarded.stream(QUESTION, new AbortController().signal)) {
          throw new Error(`It answered ${event.type}.`);
        }
      };
      await expect(attempt()).rejects.toMatchObject({
        name: 'ProviderError',
        message: expect.stringContaining('SPANDREL_PRIVATE_PROVIDER_NETWORKS') as string,
      });
      expect(provider.requests).toHaveLength(before);
    },
  );

  it('is named when nobody listens', async () => {
    const gone = await startProviderServer();
    await gone.stop();
    const unreachable = await clientFor(format.connection(gone.url));
    const reading = unreachable.stream(QUESTION, new AbortController().signal).next();
    await expect(reading).rejects.toMatchObject({
      name: 'ProviderError',
      status: null,
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
  });
});

// One with the limit that all share, and the one that has its own.
describeEndlessAnswers(["OpenAI's chat completions", 'Bedrock']);

import type { ChatEvent } from '../../src/model-providers/protocol/chat-event.contract.js';
import type { ModelClient } from '../../src/model-providers/protocol/model-client.js';
import { type ProviderServer, startProviderServer } from '../support/provider-server.js';
import { bedrock } from './bedrock-streams.js';
import { clientFor, QUESTION, WIRE_FORMATS } from './sample-clients.js';
import { REASON, SSE, TEXT, THOUGHT } from './wire-format.js';

const PAGE = '<!doctype html><style>p{}</style><title>Sign in</title><h1>Welcome &amp; hello</h1>';

describe.each(Object.entries(WIRE_FORMATS))('%s', (_name, format) => {
  let provider: ProviderServer;
  let client: ModelClient;

  beforeAll(async () => {
    provider = await startProviderServer();
    client = await clientFor(format.connection(provider.url));
  });
  afterAll(() => provider.stop());

  const answerWith = (body: string | Buffer, type: string): void =>
    provider.answer((response) => {
      response.writeHead(200, { 'content-type': type });
      response.end(body);
    });

  async function ask(): Promise<ChatEvent[]> {
    const events: ChatEvent[] = [];
    const { signal } = new AbortController();
    for await (const event of client.stream(QUESTION, signal)) events.push(event);
    return events;
  }

  const join = (events: readonly ChatEvent[], type: 'text' | 'reasoning'): string =>
    events.map((event) => (event.type === type ? event.text : '')).join('');

  it.each([
    ['a web page', PAGE, 'text/html'],
    ['a web page that says it is a stream', PAGE, SSE],
    ['a web page that says it is JSON', PAGE, 'application/json'],
    ['an empty object', '{}', 'application/json'],
    ['an empty list', '[]', 'application/json'],
    ['null', 'null', 'application/json'],
    ['half an object', '{"choices":[{"index":0,"message":{"content":"Hel', 'application/json'],
    ['nothing', '', SSE],
    ['white space', ' \n\n \n', SSE],
    ['plain words', 'upstream connect error', 'text/plain'],
    ['only comments', ': ping\n\n: ping\n\n', SSE],
    ['only [DONE]', 'data: [DONE]\n\n', SSE],
    ['only an unknown event', 'event: ping\ndata: {"type":"ping"}\n\n', SSE],
    ['events without JSON', 'data: hello\n\n', SSE],
    ['an event that is null', 'data: null\n\n', SSE],
  ])('does not succeed with %s', async (_what, body, type) => {
    answerWith(body, type);
    const error: unknown = await ask().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'ProviderError',
      message: expect.not.stringContaining('reached') as string,
    });
  });

  it('does not succeed with a stream that ends in the middle', async () => {
    answerWith(format.beginning, format.contentType);
    const events: ChatEvent[] = [];
    const read = async () => {
      const { signal } = new AbortController();
      for await (const event of client.stream(QUESTION, signal)) events.push(event);
    };
    await expect(read()).rejects.toMatchObject({
      name: 'ProviderError',
      message: 'The provider broke off its answer.',
    });
    expect(join(events, 'text')).not.toBe('');
  });

  it('tells what the model thinks apart from its answer', async () => {
    answerWith(format.thinking, format.contentType);
    const events = await ask();
    expect(join(events, 'reasoning')).toBe(THOUGHT);
    expect(join(events, 'text')).toBe(TEXT);
    expect(events.at(-1)).toMatchObject({ type: 'end', finishReason: 'stop' });
  });

  if (format === bedrock) return;

  it('quotes the words of a web page', async () => {
    answerWith(PAGE, 'text/html');
    await expect(ask()).rejects.toMatchObject({
      status: 200,
      message: 'The provider answered something other than a chat: Sign in Welcome &amp; hello',
    });
  });

  it.each([
    ['JSON', 'application/json', (error: string) => error],
    ['a list', 'application/json', (error: string) => `[${error}]`],
    ['a stream', SSE, (error: string) => `event: error\ndata: ${error}\n\n`],
    ['an event without a name', SSE, (error: string) => `data: ${error}\n\n`],
  ])('fails with the words of an error with status 200, as %s', async (_how, type, write) => {
    answerWith(write(JSON.stringify(format.error)), type);
    await expect(ask()).rejects.toMatchObject({
      name: 'ProviderError',
      status: null,
      message: `The provider reported: ${REASON}`,
    });
  });

  it.each([
    ['JSON', 'application/json'],
    ['a stream that is none', SSE],
    ['text', 'text/plain; charset=utf-8'],
  ])('may answer as a whole, as %s', async (_how, type) => {
    answerWith(JSON.stringify(format.whole), type);
    const events = await ask();
    expect(events[0]).toEqual({ type: 'start', responseId: 'chat-1' });
    expect(join(events, 'reasoning')).toBe(THOUGHT);
    expect(join(events, 'text')).toBe(TEXT);
    const calls = events.flatMap((event) => (event.type === 'toolCall' ? [event] : []));
    const named = calls.filter(({ name }) => name !== null);
    expect(named.map(({ id, name }) => [id, name])).toEqual([
      ['call-a', 'find'],
      ['call-b', 'now'],
    ]);
    const written = named.map(({ id }) =>
      calls.map((call) => (call.id === id ? call.arguments : '')).join(''),
    );
    expect(written).toEqual(['{"q":"京都"}', '{}']);
    expect(events.at(-1)).toMatchObject({
      type: 'end',
      finishReason: 'tool_call',
      usage: { promptTokens: 20, completionTokens: 7 },
    });
  });

  it('may end its stream without an empty line', async () => {
    answerWith(format.text.subarray(0, -1), SSE);
    expect(join(await ask(), 'text')).toBe(TEXT);
  });

  it('does not offer models with anything but a list of them', async () => {
    for (const body of [PAGE, JSON.stringify(format.error), '', '"m"']) {
      answerWith(body, 'application/json');
      await expect(client.listModels(new AbortController().signal)).rejects.toMatchObject({
        name: 'ProviderError',
      });
    }
  });
});

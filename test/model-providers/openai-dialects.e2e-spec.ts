import type { ChatEvent } from '../../src/model-providers/protocol/chat-event.contract.js';
import type { ChatRequest } from '../../src/model-providers/protocol/chat-request.contract.js';
import type { ModelClient } from '../../src/model-providers/protocol/model-client.js';
import { chunk, greet, GREETING } from '../playground/chats.js';
import {
  events,
  type ProviderServer,
  refusal,
  startProviderServer,
} from '../support/provider-server.js';
import { openAIChat, openAIResponses } from './openai-streams.js';
import { clientFor, QUESTION } from './sample-clients.js';
import { TEXT } from './wire-format.js';

const DONE = { done: '[DONE]' };
/** An event that is no piece of an answer. */
const besides = (rest: object) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  model: 'm',
  ...rest,
});
const text = chunk({ content: 'Hello' });
const call = (id: string, name: string, args: unknown, rest: object = {}) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
  ...rest,
});

describe("servers with the interface of OpenAI's chat completions", () => {
  let provider: ProviderServer;
  let client: ModelClient;

  beforeEach(async () => {
    client = await clientFor(openAIChat.connection(provider.url));
  });
  beforeAll(async () => {
    provider = await startProviderServer();
  });
  afterAll(() => provider.stop());

  async function ask(asked = client, request: ChatRequest = QUESTION) {
    const read: ChatEvent[] = [];
    const { signal } = new AbortController();
    for await (const event of asked.stream(request, signal)) read.push(event);
    const join = (type: 'text' | 'reasoning') =>
      read.map((event) => (event.type === type ? event.text : '')).join('');
    const calls = new Map<string, string>();
    for (const event of read) {
      if (event.type !== 'toolCall') continue;
      const written = calls.get(event.id) ?? `${event.name} `;
      calls.set(event.id, written + event.arguments);
    }
    const end = read.at(-1) as Extract<ChatEvent, { type: 'end' }>;
    return {
      text: join('text'),
      reasoning: join('reasoning'),
      calls: Object.fromEntries(calls),
      end,
    };
  }

  it.each([
    ['choices that are null', [besides({ choices: null }), text, chunk({}, 'stop')]],
    ['events without choices', [{ type: 'ping' }, text, chunk({}, 'stop')]],
    ['no choices', [besides({ choices: [] }), text, chunk({}, 'stop')]],
    ['a choice that is null', [besides({ choices: [null] }), text, chunk({}, 'stop')]],
    [
      'a delta that is null',
      [text, besides({ choices: [{ delta: null, finish_reason: 'stop' }] })],
    ],
    ['no delta', [text, besides({ choices: [{ index: 0, finish_reason: 'stop' }] })]],
    ['only [DONE] after their text', [text]],
    ['an empty reason', [text, chunk({}, '')]],
    ['parts', [chunk({ content: [{ type: 'text', text: 'Hello' }] }), chunk({}, 'stop')]],
    ['texts as parts', [chunk({ content: ['Hel', 'lo', '', null, 5] }), chunk({}, 'stop')]],
    [
      'a refusal beside an empty text',
      [chunk({ content: '', refusal: 'Hello' }), chunk({}, 'stop')],
    ],
  ])('may send %s', async (_what, items) => {
    provider.answer(events(items, DONE));
    const answer = await ask();
    expect(answer).toMatchObject({ text: 'Hello', calls: {} });
    expect(answer.end.finishReason).toBe('stop');
  });

  const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }];

  it.each([
    ['reasoning_content', { reasoning_content: 'hm' }],
    ['reasoning', { reasoning: 'hm', reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] }],
    ['both', { reasoning_content: 'hm', reasoning: 'hm' }],
    ['parts of its content', { content: thinking }],
    ['parts with a text', { content: [{ type: 'reasoning', text: 'hm' }] }],
  ])('may tell what a model thinks in %s', async (_where, delta) => {
    provider.answer(events([chunk(delta), text, chunk({}, 'stop')], DONE));
    expect(await ask()).toMatchObject({ reasoning: 'hm', text: 'Hello' });
  });

  it.each([
    ['no numbers', [{ tool_calls: [call('a', 'w', '{"x":1}'), call('b', 'v', '{}')] }]],
    [
      'the number 0 for every call',
      [
        { tool_calls: [call('a', 'w', '{"x":1}', { index: 0 })] },
        { tool_calls: [call('b', 'v', '{}', { index: 0 })] },
      ],
    ],
    ['objects as arguments', [{ tool_calls: [call('a', 'w', { x: 1 }), call('b', 'v', {})] }]],
    [
      'the id and the name in each piece',
      [
        { tool_calls: [call('a', 'w', '{"x"', { index: 0 })] },
        { tool_calls: [call('a', 'w', ':1}', { index: 0 })] },
        { tool_calls: [call('b', 'v', '{}', { index: 1 })] },
      ],
    ],
  ])('may send %s', async (_what, deltas) => {
    provider.answer(
      events([...deltas.map((delta) => chunk(delta)), chunk({}, 'tool_calls')], DONE),
    );
    const { calls, end } = await ask();
    expect(calls).toEqual({ a: 'w {"x":1}', b: 'v {}' });
    expect(end.finishReason).toBe('tool_call');
  });

  it('may name an error as the reason of the end, or within the choice', async () => {
    provider.answer(events([text, chunk({}, 'error')], DONE));
    await expect(ask()).rejects.toMatchObject({ name: 'ProviderError' });
    const failed = { index: 0, delta: {}, finish_reason: 'error', error: { message: 'Upstream.' } };
    provider.answer(events([besides({ choices: [failed] })], DONE));
    await expect(ask()).rejects.toMatchObject({ message: 'The provider reported: Upstream.' });
  });

  it('fail without an answer in the words of what they send instead', async () => {
    provider.answer(events([{ message: 'Out of credits', code: 'billing' }], DONE));
    await expect(ask()).rejects.toMatchObject({
      message: 'The provider answered nothing: Out of credits.',
    });
  });

  it.each([
    [{ prompt_tokens: 5, total_tokens: 7 }, [5, 2]],
    [{ completion_tokens: 2, total_tokens: 7 }, [5, 2]],
    [{ prompt_tokens: 5, completion_tokens: 2, prompt_tokens_details: null }, [5, 2]],
    [{ prompt_tokens: 5, completion_tokens: null }, [5, 0]],
  ])('may report %j', async (usage, [promptTokens, completionTokens]) => {
    provider.answer(events([text, chunk({}, 'stop'), besides({ choices: [], usage })], DONE));
    expect((await ask()).end.usage).toMatchObject({ promptTokens, completionTokens });
  });

  it.each([null, {}, { prompt_tokens: 'many' }, []])(
    'may report no tokens as %j',
    async (usage) => {
      provider.answer(events([text, chunk({}, 'stop'), besides({ choices: [], usage })], DONE));
      expect((await ask()).end.usage).toBeNull();
    },
  );

  const refusing = (names: string, message: object, answer = greet) =>
    provider.answer((response, request) =>
      (names in request.body ? refusal(400, message) : answer)(response, request),
    );

  it('may refuse stream_options, about which they are asked only once', async () => {
    for (const message of [
      { error: { message: 'Extra inputs are not permitted, field: stream_options' } },
      { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
    ]) {
      client = await clientFor(openAIChat.connection(provider.url));
      refusing('stream_options', message);
      provider.requests.length = 0;
      expect((await ask()).text).toBe('Grüß Gott');
      expect((await ask()).text).toBe('Grüß Gott');
      expect(provider.requests.map(({ body }) => 'stream_options' in body)).toEqual([
        true,
        false,
        false,
      ]);
      expect(provider.requests.at(-1)?.body['stream']).toBe(true);
    }
  });

  it('may refuse to stream', async () => {
    const message = 'Your organization must be verified to stream this model.';
    for (const [format, at] of [
      [openAIChat, 'stream'],
      [openAIResponses, 'stream'],
    ] as const) {
      client = await clientFor(format.connection(provider.url));
      refusing(at, { error: { message, param: 'stream' } }, refusal(200, format.whole));
      expect((await ask()).text).toBe(TEXT);
    }
  });

  it('are asked only once if they refuse anything else', async () => {
    provider.answer(refusal(400, { error: { message: 'The upstream_model is unknown.' } }));
    provider.requests.length = 0;
    await expect(ask()).rejects.toMatchObject({ status: 400 });
    expect(provider.requests).toHaveLength(1);
  });

  it('may refuse the choice of a tool, if the answer does not depend on it', async () => {
    const message = { error: { message: 'Thinking mode does not support this tool_choice' } };
    provider.answer((response, request) =>
      (request.body['tool_choice'] === 'auto' ? events(GREETING, DONE) : refusal(400, message))(
        response,
        request,
      ),
    );
    const tools = {
      tools: [{ type: 'function' as const, function: { name: 'f' } }],
      tool_choice: { type: 'specific_function' as const, function_name: 'f' },
    };
    await expect(ask(client, { ...QUESTION, tools })).rejects.toMatchObject({ status: 400 });
    const optional = { ...QUESTION, tools: { ...tools, isChoiceOptional: true } };
    expect((await ask(client, optional)).text).toBe('Grüß Gott');
  });
});

import type { Client } from 'graphql-ws';
import { TEST_SECRET } from '../support/accounts.js';
import {
  brokenOff,
  events,
  type ProviderServer,
  refusal,
  startProviderServer,
  toEventStream,
} from '../support/provider-server.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { collect, openSocket } from '../support/subscriptions.js';
import { aChat, aVersion, chunk, greet, GREETING } from './chats.js';

const CHAT = `subscription ($input: ChatCompletionInput!) {
  chatCompletion(input: $input) {
    __typename
    ... on TextChunk { content repetitionNumber datasetExampleId }
    ... on ReasoningChunk { content repetitionNumber }
    ... on ToolCallChunk { id function { name arguments } repetitionNumber }
    ... on ChatCompletionSubscriptionResult { repetitionNumber span { ...span } }
    ... on ChatCompletionSubscriptionError { message repetitionNumber span { ...span } }
  }
}
fragment span on Span { name spanKind statusCode statusMessage tokenCountTotal attributes }`;

interface Payload {
  __typename: string;
  content?: string;
  message?: string;
  repetitionNumber: number;
  span?: { name: string; statusCode: string; attributes: string } | null;
}

describe('chats of the playground', () => {
  let provider: ProviderServer;
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startTestServer({
      SPANDREL_SECRET: TEST_SECRET,
      OLLAMA_BASE_URL: `${provider.url}/ollama`,
      OPENAI_API_KEY: 'sk-canary',
    });
    client = openSocket(server.url);
  });
  afterAll(async () => {
    await client.dispose();
    await server.stop();
    await provider.stop();
  });
  beforeEach(() => provider.answer(greet));

  const run = async (rest: object = {}): Promise<Payload[]> => {
    const results = await collect<{ chatCompletion: Payload }>(client, CHAT, {
      input: aChat(rest),
    });
    return results.map(({ data, errors }) => {
      if (errors) throw new Error(errors[0]!.message);
      return data!.chatCompletion;
    });
  };

  it('stream the answer and become a trace', async () => {
    const payloads = await run({ promptName: 'greeting' });
    expect(payloads).toMatchObject([
      { __typename: 'TextChunk', content: 'Grüß ', repetitionNumber: 1, datasetExampleId: null },
      { __typename: 'TextChunk', content: 'Gott', repetitionNumber: 1 },
      {
        __typename: 'ChatCompletionSubscriptionResult',
        span: { name: 'greeting', spanKind: 'llm', statusCode: 'OK', tokenCountTotal: 7 },
      },
    ]);
    expect(provider.requests.at(-1)!.body).toMatchObject({
      model: 'small',
      temperature: 0.5,
      messages: [
        { role: 'system', content: 'Be polite.' },
        { role: 'user', content: 'Hi Ada' },
      ],
    });
    expect(JSON.parse(payloads.at(-1)!.span!.attributes)).toMatchObject({
      input: { value: 'Hi Ada', mime_type: 'text/plain' },
      output: { value: 'Grüß Gott', mime_type: 'text/plain' },
      llm: {
        provider: 'ollama',
        model_name: 'small',
        invocation_parameters: '{"temperature":0.5}',
        input_messages: [
          { message: { role: 'system', content: 'Be polite.' } },
          { message: { role: 'user', content: 'Hi Ada' } },
        ],
        output_messages: [{ message: { role: 'assistant', content: 'Grüß Gott' } }],
        token_count: { prompt: 5, completion: 2, total: 7 },
        prompt_template: { variables: '{"name":"Ada"}' },
        finish_reason: 'stop',
      },
    });
  });

  it('belong to the project playground', async () => {
    await run();
    const { body } = await server.request.get('/v1/projects/playground/spans');
    expect(body.data.length).toBeGreaterThan(0);
  });

  it('stream and record what the model thinks', async () => {
    const thoughts = [
      chunk({ reasoning_content: 'Let me ' }),
      chunk({ reasoning_content: 'think.' }),
    ];
    provider.answer(events([...thoughts, ...GREETING], { done: '[DONE]' }));
    for (const streamModelOutput of [true, false]) {
      const payloads = await run({ streamModelOutput });
      const join = (type: string) =>
        payloads.map((payload) => (payload.__typename === type ? payload.content : '')).join('');
      expect(join('ReasoningChunk')).toBe('Let me think.');
      expect(join('TextChunk')).toBe('Grüß Gott');
      expect(JSON.parse(payloads.at(-1)!.span!.attributes)).toMatchObject({
        output: { value: 'Grüß Gott' },
        llm: {
          output_messages: [
            {
              message: {
                role: 'assistant',
                contents: [
                  { message_content: { type: 'reasoning', text: 'Let me think.' } },
                  { message_content: { type: 'text', text: 'Grüß Gott' } },
                ],
              },
            },
          ],
        },
      });
    }
  });

  it('arrive as a whole on request', async () => {
    const payloads = await run({ streamModelOutput: false });
    expect(payloads).toMatchObject([
      { __typename: 'TextChunk', content: 'Grüß Gott' },
      { __typename: 'ChatCompletionSubscriptionResult' },
    ]);
  });

  it('stream the calls of tools in pieces', async () => {
    const call = (rest: object) => chunk({ tool_calls: [{ index: 0, ...rest }] });
    provider.answer(
      events(
        [
          call({ id: 'c1', function: { name: 'weather', arguments: '' } }),
          call({ function: { arguments: '{"city":' } }),
          call({ function: { arguments: '"Bern"}' } }),
          chunk({}, 'tool_calls'),
        ],
        { done: '[DONE]' },
      ),
    );
    const tools = {
      tools: [{ function: { name: 'weather', parameters: { type: 'object' } } }],
      toolChoice: { oneOrMore: true },
    };
    const payloads = await run({ promptVersion: aVersion({ tools }) });
    const pieces = payloads.filter(({ __typename }) => __typename === 'ToolCallChunk');
    expect(pieces[0]).toMatchObject({ id: 'c1', function: { name: 'weather' } });
    const args = pieces.map((piece) => (piece as never as ToolPiece).function.arguments).join('');
    expect(args).toBe('{"city":"Bern"}');
    expect(JSON.parse(payloads.at(-1)!.span!.attributes)).toMatchObject({
      llm: {
        tools: [{ tool: { json_schema: expect.stringContaining('weather') as string } }],
        output_messages: [
          {
            message: {
              tool_calls: [
                { tool_call: { id: 'c1', function: { name: 'weather', arguments: args } } },
              ],
            },
          },
        ],
      },
    });
  });

  it('repeat up to three at a time', async () => {
    let running = 0;
    let most = 0;
    const three = Promise.withResolvers<void>();
    provider.answer(async (response, request) => {
      most = Math.max(most, ++running);
      if (running === 3) three.resolve();
      await three.promise;
      // Time for a fourth to arrive, which must not.
      await new Promise((resolve) => setTimeout(resolve, 20));
      running--;
      greet(response, request);
    });
    const payloads = await run({ repetitions: 7 });
    const ends = payloads.filter(
      ({ __typename }) => __typename === 'ChatCompletionSubscriptionResult',
    );
    expect(ends.map(({ repetitionNumber }) => repetitionNumber).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
    expect(most).toBe(3);
  });

  it('send images with a message', async () => {
    const files = [{ messageIndex: 1, url: 'data:image/png;base64,AAAA' }];
    const payloads = await run({ files });
    expect(provider.requests.at(-1)!.body).toMatchObject({
      messages: [
        { role: 'system' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi Ada' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
      ],
    });
    expect(payloads.at(-1)!.span!.attributes).toContain('data:image/png;base64,AAAA');
  });

  it.each([
    [
      'a refusal',
      refusal(429, { error: { message: 'Too fast.' } }),
      'The provider answered 429: Too fast.',
      '',
    ],
    [
      'a stream that breaks off',
      brokenOff(toEventStream([GREETING[0]], false)),
      'closed the connection',
      'Grüß ',
    ],
  ])('end with an error and a trace after %s', async (_, answer, words, text) => {
    provider.answer(answer);
    const payloads = await run();
    const end = payloads.at(-1)!;
    expect(end).toMatchObject({
      __typename: 'ChatCompletionSubscriptionError',
      message: expect.stringContaining(words) as string,
      span: { statusCode: 'ERROR', statusMessage: end.message },
    });
    const texts = payloads.map(({ content = '' }) => content);
    expect(texts.join('')).toBe(text);
  });

  it('do not send the credentials of the server to an address of the request', async () => {
    await run({
      promptVersion: aVersion({ modelProvider: 'OPENAI' }),
      connectionConfig: { baseUrl: `${provider.url}/own`, openaiApiType: 'CHAT_COMPLETIONS' },
      headers: { 'X-Team': 'green' },
    });
    const { path, headers } = provider.requests.at(-1)!;
    expect(path).toBe('/own/chat/completions');
    expect(headers).toMatchObject({ 'x-team': 'green' });
    expect(JSON.stringify(headers)).not.toContain('sk-canary');
  });

  it('are canceled at the provider once nobody waits for them', async () => {
    provider.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(toEventStream([GREETING[0]], false));
    });
    const before = provider.requests.length;
    for await (const _ of client.iterate({ query: CHAT, variables: { input: aChat() } })) break;
    await provider.requests[before]!.abandoned;
  });
});

interface ToolPiece {
  function: { arguments: string };
}

import { toSDK } from '@arizeai/phoenix-client/prompts';
import type { ChatRequest } from '../../src/model-providers/protocol/chat-request.contract.js';
import { toAnthropicBody } from '../../src/model-providers/clients/anthropic-body.js';
import { toBedrockInput } from '../../src/model-providers/clients/bedrock-body.js';
import { toGoogleParameters } from '../../src/model-providers/clients/google-body.js';
import { toOpenAIChatBody } from '../../src/model-providers/clients/openai-chat-body.js';
import { toOpenAIResponsesBody } from '../../src/model-providers/clients/openai-responses-body.js';
import { parseJson } from '../../src/kernel/json/json.js';

const PARAMETERS = { type: 'object', properties: { city: { type: 'string' } } };
/** A tool of a provider, which must arrive as it is: unknown members, order and numbers. */
const RAW = parseJson('{"type":"web_search","max_uses":1.0,"allowed":["a.example"],"new":{"x":1}}');
const SEARCH = { type: 'raw' as const, raw: RAW as Record<string, never> };

const REQUEST: ChatRequest = {
  modelName: 'm',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Weather in Kyoto?' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look it up.' },
        {
          type: 'tool_call',
          tool_call_id: 'call-1',
          tool_call: { type: 'function', name: 'weather', arguments: '{"city":"Kyoto"}' },
        },
      ],
    },
    {
      role: 'tool',
      content: [{ type: 'tool_result', tool_call_id: 'call-1', tool_result: { sky: 'clear' } }],
    },
  ],
  tools: {
    tools: [
      {
        type: 'function',
        function: { name: 'weather', description: 'Of a city.', parameters: PARAMETERS },
      },
      SEARCH,
    ],
    tool_choice: { type: 'one_or_more' },
  },
  responseFormat: null,
  parameters: { type: 'openai', openai: { temperature: 0.2, max_tokens: 9, stop: ['END'] } },
};

/** The version of a prompt with the same content, as the published client reads it. */
function toPrompt({ modelName, messages, tools, responseFormat, parameters }: ChatRequest) {
  return {
    id: 'UHJvbXB0VmVyc2lvbjox',
    description: '',
    model_provider: 'OPENAI',
    model_name: modelName,
    template: { type: 'chat', messages },
    template_type: 'CHAT',
    template_format: 'NONE',
    invocation_parameters: parameters,
    ...(tools && { tools: { type: 'tools', ...tools } }),
    ...(responseFormat && { response_format: responseFormat }),
  } as unknown as Parameters<typeof toSDK>[0]['prompt'];
}

/** Returns a body as a provider would receive it. */
const sent = (body: unknown): unknown => JSON.parse(JSON.stringify(body));

interface TheirMessage {
  content: unknown;
  tool_calls?: { function: Record<string, unknown> }[];
}

/**
 * One text may be written as a list of one part, which means the same. Calls of tools have a second
 * type, which OpenAI does not document.
 */
function simplify({ content, tool_calls: calls, ...message }: TheirMessage): unknown {
  const isOneText = Array.isArray(content) && content.length === 1 && content[0].type === 'text';
  return {
    ...message,
    content: isOneText ? content[0].text : content,
    ...(calls && {
      tool_calls: calls.map((call) => ({
        ...call,
        function: { ...call.function, type: undefined },
      })),
    }),
  };
}

describe('the bodies of requests to providers', () => {
  it.each([
    ['with tools', REQUEST],
    [
      'that must call a certain function',
      withChoice({ type: 'specific_function', function_name: 'weather' }),
    ],
    ['that must not call tools', withChoice({ type: 'none' })],
    ['that may call tools', withChoice({ type: 'zero_or_more' })],
    ['without tools', { ...REQUEST, tools: null }],
    [
      'with a schema',
      {
        ...REQUEST,
        tools: null,
        responseFormat: {
          type: 'json_schema' as const,
          json_schema: { name: 'sky', description: 'Of a city.', schema: PARAMETERS },
        },
      },
    ],
  ])('equals what the published client sends to OpenAI for a prompt %s', (_, request) => {
    const theirs = sent(toSDK({ prompt: toPrompt(request), sdk: 'openai' })) as {
      messages: TheirMessage[];
    };
    expect(sent(toOpenAIChatBody(request))).toEqual({
      ...theirs,
      messages: theirs.messages.map(simplify),
    });
  });

  it('equals what the published client sends to Anthropic, but for its mistakes', () => {
    const request: ChatRequest = {
      ...REQUEST,
      parameters: { type: 'anthropic', anthropic: { max_tokens: 9, temperature: 0.2 } },
    };
    const theirs = sent(toSDK({ prompt: toPrompt(request), sdk: 'anthropic' })) as {
      messages: { role: string; content: Record<string, unknown>[] }[];
    };
    // It sends the system's message as one of the user's, and arguments as text.
    const [system, ...messages] = theirs.messages;
    messages[1]!.content[1]!['input'] = { city: 'Kyoto' };
    expect(sent(toAnthropicBody(request))).toEqual({
      ...theirs,
      system: system!.content,
      messages,
    });
  });

  it('has the tools of providers as they are stored, for every provider', () => {
    const raw = '{"type":"web_search","max_uses":1.0,"allowed":["a.example"],"new":{"x":1}}';
    expect(JSON.stringify(toOpenAIChatBody(REQUEST))).toContain(raw);
    expect(JSON.stringify(toOpenAIResponsesBody(REQUEST))).toContain(raw);
    expect(JSON.stringify(toAnthropicBody(REQUEST))).toContain(raw);
    expect(JSON.stringify(toGoogleParameters(REQUEST))).toContain(raw);
    expect(JSON.stringify(toBedrockInput(REQUEST).toolConfig?.tools?.[1])).toBe(
      raw.replace('1.0', '1'),
    );
  });

  it("fits OpenAI's responses", () => {
    expect(sent(toOpenAIResponsesBody(REQUEST))).toEqual({
      model: 'm',
      store: false,
      temperature: 0.2,
      max_output_tokens: 9,
      input: [
        { role: 'system', content: [{ type: 'input_text', text: 'Be brief.' }] },
        { role: 'user', content: [{ type: 'input_text', text: 'Weather in Kyoto?' }] },
        { role: 'assistant', content: [{ type: 'output_text', text: 'I look it up.' }] },
        {
          type: 'function_call',
          call_id: 'call-1',
          name: 'weather',
          arguments: '{"city":"Kyoto"}',
        },
        { type: 'function_call_output', call_id: 'call-1', output: '{"sky":"clear"}' },
      ],
      tools: [
        { type: 'function', name: 'weather', description: 'Of a city.', parameters: PARAMETERS },
        sent(RAW),
      ],
      tool_choice: 'required',
    });
  });

  it('fits Google, with the name of the function of a result', () => {
    expect(sent(toGoogleParameters(REQUEST))).toEqual({
      model: 'm',
      contents: [
        { role: 'user', parts: [{ text: 'Weather in Kyoto?' }] },
        {
          role: 'model',
          parts: [
            { text: 'I look it up.' },
            { functionCall: { id: 'call-1', name: 'weather', args: { city: 'Kyoto' } } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'call-1', name: 'weather', response: { sky: 'clear' } } },
          ],
        },
      ],
      config: {
        temperature: 0.2,
        maxOutputTokens: 9,
        stopSequences: ['END'],
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        httpOptions: {
          extraBody: {
            tools: [
              {
                functionDeclarations: [
                  { name: 'weather', description: 'Of a city.', parametersJsonSchema: PARAMETERS },
                ],
              },
              sent(RAW),
            ],
            toolConfig: { functionCallingConfig: { mode: 'ANY' } },
          },
        },
      },
    });
  });

  it('fits Bedrock', () => {
    expect(sent(toBedrockInput({ ...REQUEST, tools: null }))).toEqual({
      modelId: 'm',
      system: [{ text: 'Be brief.' }],
      messages: [
        { role: 'user', content: [{ text: 'Weather in Kyoto?' }] },
        {
          role: 'assistant',
          content: [
            { text: 'I look it up.' },
            { toolUse: { toolUseId: 'call-1', name: 'weather', input: { city: 'Kyoto' } } },
          ],
        },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 'call-1', content: [{ text: '{"sky":"clear"}' }] } },
          ],
        },
      ],
      inferenceConfig: { temperature: 0.2, maxTokens: 9, stopSequences: ['END'] },
    });
  });

  it('has files in the form of each provider', () => {
    const image = {
      type: 'file' as const,
      mediaType: 'image/png',
      source: { base64: 'iVBORw0=' },
      name: null,
    };
    const paper = {
      type: 'file' as const,
      mediaType: 'application/pdf',
      source: { base64: 'JVBERi0=' },
      name: 'a paper.pdf',
    };
    const request: ChatRequest = {
      ...REQUEST,
      tools: null,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'See:' }, image, paper] }],
    };
    const text = (body: object): string => JSON.stringify(body);
    expect(text(toOpenAIChatBody(request))).toContain('data:image/png;base64,iVBORw0=');
    expect(text(toOpenAIChatBody(request))).toContain('"filename":"a paper.pdf"');
    expect(text(toOpenAIResponsesBody(request))).toContain('"input_image"');
    expect(text(toAnthropicBody(request))).toContain('"media_type":"application/pdf"');
    expect(text(toGoogleParameters(request))).toContain('"mimeType":"image/png"');
    expect(toBedrockInput(request).messages?.[0]?.content?.slice(1)).toEqual([
      { image: { format: 'png', source: { bytes: Buffer.from('iVBORw0=', 'base64') } } },
      {
        document: {
          format: 'pdf',
          name: 'a paper pdf',
          source: { bytes: Buffer.from('JVBERi0=', 'base64') },
        },
      },
    ]);
  });

  it('keeps the parameters that another provider knows by another name', () => {
    const request = { ...REQUEST, tools: null };
    expect(toAnthropicBody(request)).toMatchObject({
      max_tokens: 9,
      temperature: 0.2,
      stop_sequences: ['END'],
    });
    const fromAnthropic: ChatRequest = {
      ...request,
      parameters: {
        type: 'anthropic',
        anthropic: { max_tokens: 7, top_p: 0.5, thinking: { type: 'disabled' } },
      },
    };
    expect(toOpenAIChatBody(fromAnthropic)).toMatchObject({ max_completion_tokens: 7, top_p: 0.5 });
    expect(toOpenAIChatBody(fromAnthropic)).not.toHaveProperty('thinking');
  });
});

function withChoice(tool_choice: NonNullable<ChatRequest['tools']>['tool_choice']): ChatRequest {
  return { ...REQUEST, tools: { ...REQUEST.tools!, tool_choice } };
}

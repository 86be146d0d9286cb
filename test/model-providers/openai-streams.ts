import type { ModelConnection } from '../../src/model-providers/clients/model-connection.js';
import {
  KEY,
  PIECES,
  REASON,
  SSE,
  sse,
  TEXT,
  THOUGHT,
  THOUGHTS,
  type WireFormat,
} from './wire-format.js';

const DONE = 'data: [DONE]\n\n';
const chatChunk = (delta: object, finish: string | null = null, rest: object = {}) => ({
  id: 'chat-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...rest,
});
const chatUsage = {
  ...chatChunk({}),
  choices: [],
  usage: {
    prompt_tokens: 20,
    completion_tokens: 7,
    total_tokens: 27,
    prompt_tokens_details: { cached_tokens: 5 },
    completion_tokens_details: { reasoning_tokens: 3 },
  },
};
const chatText = PIECES.map((content) => chatChunk({ content }));
const chatCall = (index: number, rest: object) => chatChunk({ tool_calls: [{ index, ...rest }] });

/** https://platform.openai.com/docs/api-reference/chat-streaming */
export const openAIChat: WireFormat = {
  connection: (url) => ({
    sdk: 'openai',
    apiKey: KEY,
    baseUrl: `${url}/v1`,
    apiType: 'CHAT_COMPLETIONS',
    organization: null,
    project: null,
    headers: {},
  }),
  path: '/v1/chat/completions',
  contentType: SSE,
  text: sse(
    [chatChunk({ role: 'assistant', content: '' }), ...chatText, chatChunk({}, 'stop'), chatUsage],
    { done: DONE },
  ),
  tools: sse(
    [
      chatCall(0, { id: 'call-a', type: 'function', function: { name: 'find', arguments: '' } }),
      chatCall(0, { function: { arguments: '{"q":' } }),
      chatCall(0, { function: { arguments: '"京都"}' } }),
      chatCall(1, { id: 'call-b', type: 'function', function: { name: 'now', arguments: '{}' } }),
      chatChunk({}, 'tool_calls'),
      chatUsage,
    ],
    { done: DONE },
  ),
  tooLong: sse([...chatText, chatChunk({}, 'length'), chatUsage], { done: DONE }),
  failing: sse([chatText[0]!, { error: { message: REASON, type: 'server_error', code: null } }]),
  beginning: sse([chatText[0]!]),
  error: { error: { message: REASON, type: 'rate_limit_error', param: null, code: null } },
  thinking: sse(
    [
      ...THOUGHTS.map((reasoning_content) => chatChunk({ reasoning_content })),
      ...chatText,
      chatChunk({}, 'stop'),
      chatUsage,
    ],
    { done: DONE },
  ),
  whole: {
    ...chatUsage,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: TEXT,
          reasoning_content: THOUGHT,
          tool_calls: [
            {
              id: 'call-a',
              type: 'function',
              function: { name: 'find', arguments: '{"q":"京都"}' },
            },
            { id: 'call-b', type: 'function', function: { name: 'now', arguments: '{}' } },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ],
  },
};

const response = (status: string, rest: object = {}) => ({
  id: 'chat-1',
  object: 'response',
  status,
  output: [],
  ...rest,
});
const responseUsage = {
  usage: {
    input_tokens: 20,
    output_tokens: 7,
    total_tokens: 27,
    input_tokens_details: { cached_tokens: 5 },
    output_tokens_details: { reasoning_tokens: 3 },
  },
};
const responseStart = { type: 'response.created', response: response('in_progress') };
const responseText = PIECES.map((delta) => ({
  type: 'response.output_text.delta',
  item_id: 'i',
  output_index: 0,
  content_index: 0,
  delta,
}));
const responseCall = (index: number, call_id: string, name: string, args: string[]) => [
  {
    type: 'response.output_item.added',
    output_index: index,
    item: { type: 'function_call', id: `fc-${index}`, call_id, name, arguments: '' },
  },
  ...args.map((delta) => ({
    type: 'response.function_call_arguments.delta',
    output_index: index,
    item_id: `fc-${index}`,
    delta,
  })),
];
const completed = { type: 'response.completed', response: response('completed', responseUsage) };

/** https://platform.openai.com/docs/api-reference/responses-streaming */
export const openAIResponses: WireFormat = {
  ...openAIChat,
  connection: (url) => ({ ...openAIChat.connection(url), apiType: 'RESPONSES' }) as ModelConnection,
  path: '/v1/responses',
  text: sse([responseStart, ...responseText, completed], { named: true }),
  tools: sse(
    [
      responseStart,
      ...responseCall(0, 'call-a', 'find', ['{"q":', '"京都"}']),
      ...responseCall(1, 'call-b', 'now', ['{}']),
      completed,
    ],
    { named: true },
  ),
  tooLong: sse(
    [
      responseStart,
      ...responseText,
      {
        type: 'response.incomplete',
        response: response('incomplete', {
          ...responseUsage,
          incomplete_details: { reason: 'max_output_tokens' },
        }),
      },
    ],
    { named: true },
  ),
  failing: sse(
    [
      responseStart,
      responseText[0]!,
      {
        type: 'response.failed',
        response: response('failed', { error: { code: 'server_error', message: REASON } }),
      },
    ],
    { named: true },
  ),
  beginning: sse([responseStart, responseText[0]!], { named: true }),
  thinking: sse(
    [
      responseStart,
      ...THOUGHTS.map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        item_id: 'r',
        output_index: 0,
        summary_index: 0,
        delta,
      })),
      ...responseText,
      completed,
    ],
    { named: true },
  ),
  whole: response('completed', {
    ...responseUsage,
    error: null,
    output: [
      { type: 'reasoning', id: 'r', summary: [{ type: 'summary_text', text: THOUGHT }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: TEXT }] },
      { type: 'function_call', call_id: 'call-a', name: 'find', arguments: '{"q":"京都"}' },
      { type: 'function_call', call_id: 'call-b', name: 'now', arguments: '{}' },
    ],
  }),
};

export const azure: WireFormat = {
  ...openAIResponses,
  connection: (url) => ({
    sdk: 'azure_openai',
    apiKey: KEY,
    endpoint: url,
    apiType: 'RESPONSES',
    headers: {},
  }),
  path: '/openai/v1/responses',
};

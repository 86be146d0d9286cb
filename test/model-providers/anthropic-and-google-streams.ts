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

const messageStart = {
  type: 'message_start',
  message: {
    id: 'chat-1',
    type: 'message',
    role: 'assistant',
    content: [],
    usage: {
      input_tokens: 15,
      cache_read_input_tokens: 5,
      cache_creation_input_tokens: 0,
      output_tokens: 1,
    },
  },
};
const messageEnd = (stop_reason: string) => [
  {
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: 7, output_tokens_details: { thinking_tokens: 3 } },
  },
  { type: 'message_stop' },
];
const block = (index: number, content_block: object, deltas: readonly object[]) => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const thinking = block(0, { type: 'thinking', thinking: '', signature: '' }, [
  ...THOUGHTS.map((text) => ({ type: 'thinking_delta', thinking: text })),
  { type: 'signature_delta', signature: 'c2lnbmVk' },
]);
const anthropicText = block(
  0,
  { type: 'text', text: '' },
  PIECES.map((text) => ({ type: 'text_delta', text })),
);
const toolUse = (index: number, id: string, name: string, pieces: readonly string[]) =>
  block(
    index,
    { type: 'tool_use', id, name, input: {} },
    pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  );

/** https://docs.anthropic.com/en/docs/build-with-claude/streaming */
export const anthropic: WireFormat = {
  connection: (url) => ({ sdk: 'anthropic', apiKey: KEY, baseUrl: url, headers: {} }),
  path: '/v1/messages',
  contentType: SSE,
  text: sse([messageStart, { type: 'ping' }, ...anthropicText, ...messageEnd('end_turn')], {
    named: true,
  }),
  tools: sse(
    [
      messageStart,
      ...toolUse(0, 'call-a', 'find', ['', '{"q":', '"京都"}']),
      ...toolUse(1, 'call-b', 'now', ['{}']),
      ...messageEnd('tool_use'),
    ],
    { named: true },
  ),
  tooLong: sse([messageStart, ...anthropicText, ...messageEnd('max_tokens')], { named: true }),
  failing: sse(
    [
      messageStart,
      ...anthropicText.slice(0, 2),
      { type: 'error', error: { type: 'overloaded_error', message: REASON } },
    ],
    { named: true },
  ),
  beginning: sse([messageStart, ...anthropicText.slice(0, 2)], { named: true }),
  error: { type: 'error', error: { type: 'rate_limit_error', message: REASON } },
  thinking: sse([messageStart, ...thinking, ...anthropicText, ...messageEnd('end_turn')], {
    named: true,
  }),
  whole: {
    ...messageStart.message,
    content: [
      { type: 'thinking', thinking: THOUGHT, signature: 'c2lnbmVk' },
      { type: 'text', text: TEXT },
      { type: 'tool_use', id: 'call-a', name: 'find', input: { q: '京都' } },
      { type: 'tool_use', id: 'call-b', name: 'now', input: {} },
    ],
    stop_reason: 'tool_use',
    usage: {
      ...messageStart.message.usage,
      output_tokens: 7,
      output_tokens_details: { thinking_tokens: 3 },
    },
  },
};

const candidate = (parts: readonly object[], finishReason?: string) => ({
  responseId: 'chat-1',
  candidates: [
    { index: 0, content: { role: 'model', parts }, ...(finishReason && { finishReason }) },
  ],
  usageMetadata: {
    promptTokenCount: 20,
    candidatesTokenCount: 4,
    thoughtsTokenCount: 3,
    cachedContentTokenCount: 5,
    totalTokenCount: 27,
  },
});
const googleText = PIECES.map((text) => candidate([{ text }]));
const googleCalls = [
  { functionCall: { id: 'call-a', name: 'find', args: { q: '京都' } } },
  { functionCall: { id: 'call-b', name: 'now', args: {} } },
];

/** https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent */
export const google: WireFormat = {
  connection: (url) => ({ sdk: 'google_genai', apiKey: KEY, baseUrl: url, headers: {} }),
  path: '/v1/models/m:streamGenerateContent?alt=sse',
  contentType: SSE,
  text: sse([...googleText, candidate([], 'STOP')]),
  tools: sse([candidate(googleCalls, 'STOP')]),
  tooLong: sse([...googleText, candidate([], 'MAX_TOKENS')]),
  failing: sse([googleText[0]!, { error: { code: 503, status: 'UNAVAILABLE', message: REASON } }]),
  beginning: sse([googleText[0]!]),
  error: { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: REASON } },
  thinking: sse([
    ...THOUGHTS.map((text) => candidate([{ text, thought: true }])),
    ...googleText,
    candidate([], 'STOP'),
  ]),
  // Without `alt=sse`, Google streams a list.
  whole: [
    candidate([{ text: THOUGHT, thought: true }]),
    ...googleText,
    candidate(googleCalls, 'STOP'),
  ],
};

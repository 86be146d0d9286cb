import type { TraceToSend } from '../support/send-traces.js';

const message = (side: 'input' | 'output', place: number) =>
  `llm.${side}_messages.${place}.message`;

/** An agent that asks a model, and calls one tool that works and one that fails. */
export const agentTrace: TraceToSend = {
  traceId: 'a'.repeat(32),
  project: 'pages',
  name: 'plan trip',
  kind: 'AGENT',
  durationMs: 900,
  attributes: { 'input.value': 'Lisbon?' },
  children: [
    {
      name: 'ask model',
      kind: 'LLM',
      afterMs: 10,
      durationMs: 300,
      attributes: {
        'llm.model_name': 'model-1',
        'llm.token_count.prompt': 100,
        'llm.token_count.completion': 20,
        [`${message('input', 0)}.role`]: 'user',
        [`${message('input', 0)}.contents.0.message_content.type`]: 'text',
        [`${message('input', 0)}.contents.0.message_content.text`]: 'Is it **warm** in Lisbon?',
        [`${message('input', 0)}.contents.1.message_content.image.image.url`]:
          'https://pictures.invalid/lisbon.png',
        [`${message('output', 0)}.role`]: 'assistant',
        [`${message('output', 0)}.tool_calls.0.tool_call.id`]: 'call_1',
        [`${message('output', 0)}.tool_calls.0.tool_call.function.name`]: 'weather',
        [`${message('output', 0)}.tool_calls.0.tool_call.function.arguments`]: '{"city":"Lisbon"}',
      },
    },
    { name: 'weather', kind: 'TOOL', afterMs: 320 },
    {
      name: 'book',
      kind: 'CHAIN',
      afterMs: 340,
      children: [
        {
          name: 'book hotel',
          kind: 'TOOL',
          afterMs: 1,
          durationMs: 400,
          attributes: { 'input.value': '{"nights":3}' },
          failure: 'BookingTimeout: no answer',
          exception: {
            type: 'BookingTimeout',
            message: 'no answer',
            stackTrace: 'Traceback\n  File "/srv/hotels.py", line 88, in book_hotel',
          },
        },
      ],
    },
  ],
};

/** One root span with more children than the page loads at once. One of the last fails. */
export const largeTrace: TraceToSend = {
  traceId: 'b'.repeat(32),
  project: 'pages',
  name: 'crawl',
  durationMs: 3_000,
  children: Array.from({ length: 2_599 }, (_, place) => ({
    name: `page ${place + 1}`,
    afterMs: place + 1,
    durationMs: 5,
    ...(place + 1 === 2_300 ? { failure: 'no answer' } : {}),
  })),
};

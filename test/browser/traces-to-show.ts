import type { SpanToSend, TraceToSend } from '../support/send-traces.js';

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

const LONG = 'The customer waits patiently for an answer. '.repeat(120);

const texts = (side: 'input' | 'output', role: string, content: string) => ({
  [`${message(side, 0)}.role`]: role,
  [`${message(side, 0)}.content`]: content,
});

/** A word that is in every kind of text, far below the top. */
export const refundTrace: TraceToSend = {
  project: 'desk',
  name: 'support',
  kind: 'AGENT',
  attributes: { 'input.value': 'Hello', 'output.value': 'Done' },
  children: [
    {
      name: 'answer',
      kind: 'LLM',
      attributes: {
        ...texts('input', 'user', `${LONG} I want a Refund.`),
        ...texts('output', 'assistant', 'Your **late** order: a REFÜND is due.'),
        metadata: '{"policy":{"texts":["refunds within 30 days"]}}',
        'shop.rule': 'refund-7',
      },
    },
    { name: 'pay', kind: 'TOOL', failure: 'the refund was declined' },
  ],
};

export const YESTERDAY = 'c'.repeat(32);
export const TODAY = 'd'.repeat(32);

const answer = (text: string, model: string): SpanToSend => ({
  name: 'answer',
  kind: 'LLM',
  afterMs: 200,
  attributes: {
    'llm.model_name': model,
    ...texts('input', 'user', 'Where is my order?'),
    ...texts('output', 'assistant', text),
  },
});
const ofShop = { project: 'shop', kind: 'AGENT' };
const plan = { name: 'plan', attributes: { 'input.value': 'order', 'output.value': 'search' } };
const search = { name: 'search', kind: 'TOOL', afterMs: 100 };

/** Two runs of an agent that differ in three spans, and a trace of another agent. */
export const agentRuns: TraceToSend[] = [
  {
    ...ofShop,
    traceId: YESTERDAY,
    name: 'support',
    startedAt: new Date(Date.now() - 86_400_000),
    durationMs: 900,
    children: [plan, search, answer('It is on its way to you.', 'gpt-5')],
  },
  {
    ...ofShop,
    traceId: TODAY,
    name: 'support',
    durationMs: 2100,
    children: [
      plan,
      { ...search, failure: 'Timeout' },
      answer('I could not find it.', 'gpt-6'),
      { name: 'apologize', afterMs: 300 },
    ],
  },
  { ...ofShop, name: 'another agent' },
];

export const FIRST_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
/** So long that it is stored in a pack. */
export const LONG = 'words and more words, '.repeat(300);
/** In the row of its span, but only in the payload. */
const MEDIUM = LONG.slice(0, 600);

export interface SentSpan {
  name: string;
  id?: string;
  trace?: string;
  parent?: string;
  kind?: string;
  status?: string;
  start?: string;
  /** In milliseconds. */
  latency?: number;
  attributes?: Record<string, unknown>;
}

/** Two traces: a checkout with its calls, and an orphan with two other spans. */
export const SPANS: SentSpan[] = [
  {
    name: 'Checkout flow',
    id: '00f067aa0ba902b7',
    kind: 'AGENT',
    status: 'OK',
    latency: 2500,
    attributes: {
      'input.value': `Hello, I want a Refund. ${MEDIUM}`,
      'output.value': 'Sorry, not possible',
      'user.id': 'u-17',
      'session.id': 's-1',
      metadata: { tenant: 'acme', env: 'prod', a: { b: 3 }, tags: ['x', 'Yacht'] },
    },
  },
  {
    name: 'complete',
    id: '53995c3f42cd8ad8',
    parent: '00f067aa0ba902b7',
    kind: 'LLM',
    status: 'OK',
    latency: 1500.5,
    attributes: {
      'llm.model_name': 'gpt-4o-mini',
      'llm.provider': 'openai',
      'llm.token_count.prompt': 18_500,
      'llm.token_count.completion': 1_000,
      'llm.input_messages': [{ message: { role: 'user', content: 'Hi' } }],
      'output.value': 'The order',
      temperature: '0.75',
      build: 42,
      'metadata.env': 'staging',
    },
  },
  {
    name: 'summarize',
    id: 'summarize',
    parent: '00f067aa0ba902b7',
    kind: 'llm',
    status: 'OK',
    latency: 15,
    attributes: {
      'llm.model_name': 'Claude-5',
      'llm.provider': 'anthropic',
      'llm.token_count.prompt': 900,
      'llm.token_count.completion': 600,
      'output.value': LONG,
      temperature: 0.2,
      build: '42',
      score: 0.9,
      threshold: '0.5',
    },
  },
  {
    name: 'tool call',
    id: 'tool call',
    parent: 'summarize',
    kind: 'TOOL',
    status: 'ERROR',
    latency: 10,
    attributes: { retry: true, score: 'high', threshold: 1, 'metadata.env': 'dev' },
  },
  {
    name: 'orphan',
    id: 'orphan',
    trace: 'second',
    parent: 'never stored',
    kind: 'CHAIN',
    status: 'ERROR',
    start: '2024-06-10T12:00:00+00:00',
    latency: 2000,
    attributes: {
      'input.value': 'HELLO there',
      retry: 'false',
      'a.b': 'nested',
      zero: 0,
      one: 1,
      huge: 1e308,
      tiny: 1e-308,
    },
  },
  {
    name: 'ping',
    id: 'ping',
    trace: 'second',
    parent: 'orphan',
    kind: 'something else',
    status: 'UNSET',
    start: '2024-05-31T23:00:00+00:00',
    latency: 0.5,
    attributes: { retry: 1, 'llm.token_count.prompt': 9_999 },
  },
  {
    name: 'health',
    id: 'health',
    trace: 'third',
    kind: 'CHAIN',
    status: 'OK',
    start: '2024-05-31T21:30:00+00:00',
    latency: 0,
  },
];

/** Returns a span as `POST /v1/projects/{p}/spans` takes it. */
export function toSent({
  name,
  id,
  trace,
  parent,
  kind,
  status,
  start,
  latency,
  attributes,
}: SentSpan) {
  const begin = new Date(start ?? '2024-05-15T10:00:00Z').getTime();
  const [whole, fraction = ''] = String((begin + (latency ?? 0)) / 1).split('.');
  const end = new Date(Number(whole)).toISOString().replace('Z', `${fraction}Z`);
  return {
    name,
    context: { trace_id: trace ?? FIRST_TRACE, span_id: id },
    span_kind: kind ?? 'CHAIN',
    parent_id: parent ?? null,
    start_time: new Date(begin).toISOString(),
    end_time: end,
    status_code: status ?? 'UNSET',
    attributes: attributes ?? {},
  };
}

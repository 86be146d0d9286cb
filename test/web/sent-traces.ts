import { encodeJson, type KeyValue, type TestSpan } from '../support/otlp-encoder.js';
import type { TestServer } from '../support/server.js';

/** Milliseconds after which the traces below start, from now: within every time range of the page. */
const AGE_MS = 60_000;

interface SentSpan {
  id: string;
  parent?: string;
  name: string;
  /** Milliseconds from the start of the trace. */
  at?: number;
  ms?: number;
  attributes?: Record<string, string | number>;
  failed?: string;
  exception?: Record<string, string>;
}

const start = BigInt(Date.now() - AGE_MS) * 1_000_000n;

function nanos(ms: number): string {
  return String(start + BigInt(Math.round(ms * 1000)) * 1000n);
}

function toKeyValues(attributes: Record<string, string | number>): KeyValue[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

function toSpan(traceId: string, span: SentSpan): TestSpan {
  const { at = 0, ms = 10, exception } = span;
  return {
    traceId,
    spanId: span.id.padStart(16, '0'),
    parentSpanId: span.parent?.padStart(16, '0'),
    name: span.name,
    startTimeUnixNano: nanos(at),
    endTimeUnixNano: nanos(at + ms),
    attributes: toKeyValues(span.attributes ?? {}),
    status: span.failed === undefined ? { code: 1 } : { code: 2, message: span.failed },
    events: exception
      ? [{ name: 'exception', timeUnixNano: nanos(at + ms), attributes: toKeyValues(exception) }]
      : [],
  };
}

/** Sends a trace to the project `pages` as an exporter would. */
export async function sendTrace(
  server: TestServer,
  traceId: string,
  spans: SentSpan[],
): Promise<void> {
  const resource = toKeyValues({ 'openinference.project.name': 'pages' });
  const body = encodeJson([
    { attributes: resource, spans: spans.map((span) => toSpan(traceId, span)) },
  ]);
  const response = await server.request
    .post('/v1/traces')
    .set('content-type', 'application/json')
    .send(Buffer.from(body).toString());
  if (response.status !== 200) throw new Error(`The trace was refused: ${response.text}`);
}

const kind = 'openinference.span.kind';
const message = (side: 'input' | 'output', place: number) =>
  `llm.${side}_messages.${place}.message`;

/** An agent that asks a model, calls one tool that works and one that fails. */
export const agentSpans: SentSpan[] = [
  {
    id: 'a1',
    name: 'plan trip',
    ms: 900,
    attributes: { [kind]: 'AGENT', 'input.value': 'Lisbon?' },
  },
  {
    id: 'a2',
    parent: 'a1',
    name: 'ask model',
    at: 10,
    ms: 300,
    attributes: {
      [kind]: 'LLM',
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
  { id: 'a3', parent: 'a1', name: 'weather', at: 320, attributes: { [kind]: 'TOOL' } },
  { id: 'a4', parent: 'a1', name: 'book', at: 340, attributes: { [kind]: 'CHAIN' } },
  {
    id: 'a5',
    parent: 'a4',
    name: 'book hotel',
    at: 341,
    ms: 400,
    attributes: { [kind]: 'TOOL', 'input.value': '{"nights":3}' },
    failed: 'BookingTimeout: no answer',
    exception: {
      'exception.type': 'BookingTimeout',
      'exception.message': 'no answer',
      'exception.stacktrace': 'Traceback\n  File "/srv/hotels.py", line 88, in book_hotel',
    },
  },
];

/** One root with more children than the page asks for at once. */
export const manySpans: SentSpan[] = Array.from({ length: 1200 }, (_, place) => ({
  id: `b${place}`,
  parent: place === 0 ? undefined : 'b0',
  name: place === 0 ? 'crawl' : `page ${place}`,
  at: place,
  ms: place === 0 ? 2000 : 5,
}));

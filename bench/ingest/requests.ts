import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import { agentTrace } from './agent-trace.js';
import { genAiTrace } from './gen-ai-trace.js';
import { proseSource, proseText } from './prose.js';

export const SPANS_PER_REQUEST = 100;
const SPANS_PER_TRACE = 10;

/** Number of requests, which are encoded once and sent many times with different IDs and times. */
const TEMPLATES = 40;

const ID_MARK = Buffer.from('a5c3b7d1e9f0', 'hex');
const TIME_MARK = 0x7e3a9c51;
const SESSION_MARK = 'session-of-the-benchmark-';
const SESSION_DIGITS = 11;

export type SpanAttribute = { key: string; value: Record<string, unknown> };

const text = (key: string, stringValue: string): SpanAttribute => ({ key, value: { stringValue } });
const int = (key: string, intValue: number): SpanAttribute => ({ key, value: { intValue } });

/** An encoded request and the offsets of its IDs and times. */
interface Template {
  bytes: Buffer;
  /** Offset and number of each ID; equal numbers mean equal IDs. */
  ids: { offset: number; length: 8 | 16; number: number }[];
  times: number[];
  sessions: number[];
}

/** Prose of about that many bytes in each span, what an agent sends, or spans in `gen_ai` conventions. */
export type Payload = number | 'agent' | 'gen_ai';

/** Encodes OTLP requests. */
export class RequestSource {
  private readonly templates: Template[];
  private sent = 0;

  constructor(payload: Payload) {
    const schema = protobuf
      .loadSync(
        fileURLToPath(new URL('../../../src/ingest/decode/otlp-trace.proto', import.meta.url)),
      )
      .lookupType('opentelemetry.proto.ExportTraceServiceRequest');
    const prose = proseSource();
    const same = proseText();
    const shared = (length: number): string => same.slice(0, length);
    this.templates = Array.from({ length: TEMPLATES }, () => {
      const traces = Array.from({ length: SPANS_PER_REQUEST / SPANS_PER_TRACE }, () =>
        attributesOfTrace(payload, prose, shared),
      );
      const spans = traces.flat().map((attributes, i) => spanOf(i, attributes));
      const resource = { attributes: [text('openinference.project.name', 'bench')] };
      const message = { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] };
      return locate(Buffer.from(schema.encode(schema.fromObject(message)).finish()));
    });
  }

  /** Returns a request that has not been sent before. */
  next(): Buffer {
    const template = this.templates[this.sent % TEMPLATES]!;
    const bytes = Buffer.from(template.bytes);
    const fresh = new Map<string, Buffer>();
    for (const { offset, length, number } of template.ids) {
      const name = `${length}:${number}`;
      let id = fresh.get(name);
      if (!id) fresh.set(name, (id = randomBytes(length)));
      id.copy(bytes, offset);
    }
    const now = BigInt(Date.now()) * 1_000_000n;
    template.times.forEach((offset, i) => {
      bytes.writeBigUInt64LE(now + BigInt(i) * 1_537_000n, offset);
    });
    for (const offset of template.sessions) {
      const index = this.sent * 2 + (offset > bytes.length / 2 ? 1 : 0);
      bytes.write(String(index).padStart(SESSION_DIGITS, '0'), offset);
    }
    this.sent += 1;
    return bytes;
  }
}

function spanOf(i: number, attributes: SpanAttribute[]) {
  const trace = Math.floor(i / SPANS_PER_TRACE);
  const root = trace * SPANS_PER_TRACE;
  return {
    traceId: mark(trace, 16),
    spanId: mark(i, 8),
    ...(i === root ? {} : { parentSpanId: mark(root, 8) }),
    name: NAMES[i % SPANS_PER_TRACE],
    kind: 1,
    startTimeUnixNano: TIME_PLACE,
    endTimeUnixNano: TIME_PLACE,
    attributes: [
      text('session.id', SESSION_MARK + '0'.repeat(SESSION_DIGITS)),
      text('user.id', `user-${trace % 7}`),
      text('metadata', '{"tenant": "acme", "release": "2026.3"}'),
      ...attributes,
    ],
    status: { code: i % 37 === 5 ? 2 : 1 },
  };
}

function attributesOfTrace(
  payload: Payload,
  prose: (length: number) => string,
  shared: (length: number) => string,
): SpanAttribute[][] {
  if (payload === 'agent') return agentTrace(prose, shared);
  if (payload === 'gen_ai') return genAiTrace(prose);
  return NAMES.map((_, place) => attributesOf(place, payload, prose));
}

/** Builds a trace of an agent that calls models, retrieves documents and uses tools. */
const NAMES = [
  'answer question',
  'plan',
  'ChatCompletion',
  'retrieve',
  'ChatCompletion',
  'search orders',
  'ChatCompletion',
  'rerank',
  'embed query',
  'ChatCompletion',
];

function attributesOf(
  place: number,
  bytes: number,
  prose: (length: number) => string,
): SpanAttribute[] {
  if (NAMES[place] === 'ChatCompletion') {
    return [
      text('openinference.span.kind', 'LLM'),
      text('llm.model_name', 'gpt-4o-mini'),
      text('llm.provider', 'openai'),
      text('llm.invocation_parameters', '{"temperature": 0.2, "max_tokens": 400}'),
      text('llm.input_messages.0.message.role', 'system'),
      text('llm.input_messages.0.message.content', prose(bytes * 0.2)),
      text('llm.input_messages.1.message.role', 'user'),
      text('llm.input_messages.1.message.content', prose(bytes * 0.5)),
      text('llm.output_messages.0.message.role', 'assistant'),
      text('llm.output_messages.0.message.content', prose(bytes * 0.3)),
      int('llm.token_count.prompt', 200 + place),
      int('llm.token_count.completion', 90 + place),
      int('llm.token_count.total', 290 + 2 * place),
    ];
  }
  if (NAMES[place] === 'retrieve') {
    return [
      text('openinference.span.kind', 'RETRIEVER'),
      text('input.value', prose(bytes * 0.1)),
      ...[0, 1, 2].flatMap((n) => [
        text(`retrieval.documents.${n}.document.id`, `doc-${n}`),
        text(`retrieval.documents.${n}.document.content`, prose(bytes * 0.3)),
        { key: `retrieval.documents.${n}.document.score`, value: { doubleValue: 0.9 - n / 10 } },
      ]),
    ];
  }
  return [
    text('openinference.span.kind', place === 5 ? 'TOOL' : 'CHAIN'),
    text('input.value', prose(bytes * 0.5)),
    text('input.mime_type', 'text/plain'),
    text('output.value', prose(bytes * 0.5)),
    text('output.mime_type', 'text/plain'),
  ];
}

const TIME_PLACE = `${(BigInt(TIME_MARK) << 32n) | BigInt(TIME_MARK)}`;

function mark(number: number, length: 8 | 16): Buffer {
  const id = Buffer.alloc(length);
  ID_MARK.copy(id);
  id[6] = length;
  id[7] = number;
  return id;
}

function locate(bytes: Buffer): Template {
  const timeBytes = Buffer.alloc(8);
  timeBytes.writeBigUInt64LE(BigInt(TIME_PLACE));
  return {
    bytes,
    ids: positions(bytes, ID_MARK).map((offset) => ({
      offset,
      length: bytes[offset + 6] as 8 | 16,
      number: bytes[offset + 7]!,
    })),
    times: positions(bytes, timeBytes),
    sessions: positions(bytes, Buffer.from(SESSION_MARK)).map((at) => at + SESSION_MARK.length),
  };
}

function positions(bytes: Buffer, pattern: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(pattern); at !== -1; at = bytes.indexOf(pattern, at + 1)) {
    found.push(at);
  }
  return found;
}

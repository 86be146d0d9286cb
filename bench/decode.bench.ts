/**
 * Measures the microseconds per span for decoding, processing attributes and building JSON.
 * Run: `npm run build:server && node dist/bench/decode.bench.js`
 */
import protobuf from 'protobufjs';

import { decodeTraces } from '../src/ingest/decode/decode-traces.js';
import { summarizeSource } from '../src/ingest/decode/span-source.js';
import { ExporterTotals } from '../src/ingest/admit/exporter-counts.js';
import { readOtlpProtobuf } from '../src/ingest/decode/otlp-protobuf.js';

const SPANS_PER_REQUEST = 100;
const SECONDS_PER_CASE = 2;
const OPTIONS = { defaultProject: 'default', maskOf: () => null };

const request = protobuf
  .loadSync('src/ingest/decode/otlp-trace.proto')
  .lookupType('opentelemetry.proto.ExportTraceServiceRequest');

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const int = (key: string, intValue: number) => ({ key, value: { intValue } });

/** Returns prose of about the given number of bytes. */
function prose(length: number): string {
  return 'The quick brown fox jumps over the lazy dog, and the dog “sleeps” on. '
    .repeat(Math.ceil(length / 70))
    .slice(0, length);
}

function llmSpan(at: number, promptLength: number) {
  return {
    traceId: Buffer.from((at >> 3).toString(16).padStart(32, 'a'), 'hex'),
    spanId: Buffer.from((at + 1).toString(16).padStart(16, '0'), 'hex'),
    parentSpanId: Buffer.from('00000000000000ff', 'hex'),
    name: 'ChatCompletion',
    kind: 1,
    startTimeUnixNano: 1_709_287_200_000_000_000,
    endTimeUnixNano: 1_709_287_202_500_000_000,
    attributes: [
      text('openinference.span.kind', 'LLM'),
      text('llm.model_name', 'gpt-4o-mini'),
      text('llm.provider', 'openai'),
      text('llm.system', 'openai'),
      text('llm.invocation_parameters', '{"temperature": 0.2, "max_tokens": 400}'),
      text('session.id', `session-${at >> 5}`),
      text('user.id', 'user-17'),
      text('metadata', '{"tenant": "acme", "release": "2024-03", "try": 2}'),
      text('input.value', prose(promptLength / 3)),
      text('input.mime_type', 'text/plain'),
      text('output.value', prose(promptLength / 6)),
      text('output.mime_type', 'text/plain'),
      text('llm.input_messages.0.message.role', 'system'),
      text('llm.input_messages.0.message.content', prose(promptLength / 6)),
      text('llm.input_messages.1.message.role', 'user'),
      text('llm.input_messages.1.message.content', prose(promptLength / 3)),
      text('llm.output_messages.0.message.role', 'assistant'),
      text('llm.output_messages.0.message.content', prose(promptLength / 6)),
      int('llm.token_count.prompt', 420),
      int('llm.token_count.completion', 96),
      int('llm.token_count.total', 516),
    ],
    status: { code: 1 },
  };
}

function measure(name: string, promptLength: number): void {
  const spans = Array.from({ length: SPANS_PER_REQUEST }, (_, at) => llmSpan(at, promptLength));
  const message = { resourceSpans: [{ resource: {}, scopeSpans: [{ spans }] }] };
  const body = request.encode(request.fromObject(message)).finish();
  const bytesPerSpan = Math.round(body.length / SPANS_PER_REQUEST);
  report(`${name}, ${bytesPerSpan} bytes, whole`, () => {
    decodeTraces(body, 'protobuf', OPTIONS);
  });
  measureSources(name, body);
  measureRefused(name, spans);
  report(`${name}, ${bytesPerSpan} bytes, reading protobuf only`, () => {
    readOtlpProtobuf(body);
  });
  report(`${name}, ${bytesPerSpan} bytes, reading with protobufjs, for comparison`, () => {
    request.decode(body);
  });
}

/** Measures the cost of counting what exporters send, for requests with one resource. */
function measureSources(name: string, body: Uint8Array): void {
  const receivedAt = BigInt(Date.now()) * 1000n;
  const decoded = decodeTraces(body, 'protobuf', OPTIONS);
  const [resource] = readOtlpProtobuf(body);
  const totals = new ExporterTotals(10);
  report(`${name}, counting its exporter only`, () => {
    const from = { spans: 0, rejected: 0 };
    const source = summarizeSource(resource!, decoded, from, 'default', receivedAt);
    totals.add([source], decoded.rejected, { protocol: 'grpc', keyId: null }, 0);
  });
}

/**
 * Measures the cost of refusing spans and writing them for storage, except compressing them in other threads.
 */
function measureRefused(name: string, spans: object[]): void {
  const refused = spans.map((span) => ({ ...span, spanId: Buffer.alloc(8) }));
  const message = { resourceSpans: [{ resource: {}, scopeSpans: [{ spans: refused }] }] };
  const body = request.encode(request.fromObject(message)).finish();
  report(`${name}, refused and kept`, () => {
    decodeTraces(body, 'protobuf', OPTIONS);
  });
}

function report(name: string, run: () => void): void {
  for (let warm = 0; warm < 20; warm++) run();
  const start = process.cpuUsage();
  const until = performance.now() + SECONDS_PER_CASE * 1000;
  let runs = 0;
  while (performance.now() < until) {
    run();
    runs++;
  }
  const used = process.cpuUsage(start);
  const micros = (used.user + used.system) / (runs * SPANS_PER_REQUEST);
  process.stdout.write(`${name}: ${micros.toFixed(micros < 1 ? 3 : 1)} µs of CPU per span\n`);
}

measure('small LLM span', 1000);
measure('large LLM span', 8000);

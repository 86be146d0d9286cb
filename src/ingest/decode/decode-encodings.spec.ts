import * as fc from 'fast-check';

import {
  type AnyValue,
  encodeJson,
  encodeProtobuf,
  type KeyValue,
  type TestEvent,
  type TestSpan,
} from '../../../test/support/otlp-encoder.js';
import { parseJson } from '../../kernel/json/json.js';
import type { DecodedSpans, SpanRecord } from './span-record.js';
import { decodeTraces, type OtlpEncoding } from './decode-traces.js';
import { MalformedBodyError } from './errors.js';

const OPTIONS = { defaultProject: 'default', maskOf: () => null };

/** Well-formed text, including NUL, because protobuf cannot represent lone surrogates. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('\0', 'a\0b', '{"a":"\\u0000"}', '[1.0]', '9223372036854775808', 'x'.repeat(300)),
);

const SEGMENTS = ['a', 'b', '0', '1', '00', '', ' ', '__proto__', 'constructor', 'metadata'];

const KNOWN_KEYS = [
  'input',
  'input.value',
  'output.value',
  'session.id',
  'user.id',
  'llm',
  'llm.model_name',
  'llm.token_count.prompt',
  'llm.token_count.total',
  'openinference.span.kind',
  'gen_ai.operation.name',
  'gen_ai.system_instructions',
  'gen_ai.input.messages',
  'gen_ai.tool.definitions',
  'gen_ai.tool.call.result',
  'gen_ai.retrieval.documents',
  'gen_ai.request.top_p',
  'gen_ai.response.finish_reasons',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
];

const key = fc.oneof(
  text,
  fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 5 }).map((segments) => segments.join('.')),
  fc.constantFrom(...KNOWN_KEYS),
);

const { value } = fc.letrec<{ value: AnyValue; attribute: KeyValue }>((tie) => ({
  attribute: fc.record({ key, value: tie('value') }),
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ stringValue: text }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({
      intValue: fc
        .oneof(
          fc.constantFrom(0n, -1n, 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n)),
          fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        )
        .map(String),
    }),
    fc.record({ doubleValue: fc.double() }),
    fc.record({ bytesValue: fc.uint8Array() }),
    fc.constant({}),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value')) }) }),
    fc.record({ kvlistValue: fc.record({ values: fc.array(tie('attribute')) }) }),
  ),
}));

const attributes = fc.array(fc.record({ key, value }), { maxLength: 12 });

/** Mostly storable values, so that most spans are stored and not rejected. */
const nanos = fc
  .oneof(
    { weight: 20, arbitrary: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }) },
    { weight: 1, arbitrary: fc.constantFrom(0n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n) },
  )
  .map(String);

const id = (length: number) =>
  fc
    .oneof(
      { weight: 20, arbitrary: fc.uint8Array({ minLength: length, maxLength: length }) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }) },
    )
    .map((bytes) => Buffer.from(bytes).toString('hex'));

const event: fc.Arbitrary<TestEvent> = fc.record({
  timeUnixNano: nanos,
  name: fc.oneof(text, fc.constant('exception')),
  attributes,
});

const span: fc.Arbitrary<TestSpan> = fc.record({
  traceId: id(16),
  spanId: id(8),
  parentSpanId: id(8),
  name: text,
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes,
  events: fc.array(event, { maxLength: 3 }),
  status: fc.record({ code: fc.constantFrom(0, 1, 2), message: text }),
});

function expectStorable(record: SpanRecord): void {
  for (const [name, column] of Object.entries(record)) {
    if (typeof column !== 'string') continue;
    expect([name, column.isWellFormed(), column.includes('\0')]).toEqual([name, true, false]);
  }
  for (const json of [record.attributesJson, record.payloadJson, record.eventsJson]) {
    if (json === null) continue;
    expect(json).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:0000|[dD][89a-fA-F])/);
    parseJson(json);
  }
}

/** Does not catch any other error. */
function decodeUnlessMalformed(bytes: Uint8Array, encoding: OtlpEncoding): DecodedSpans {
  try {
    return decodeTraces(bytes, encoding, OPTIONS);
  } catch (error) {
    if (error instanceof MalformedBodyError) return { spans: [], rejected: [], sources: [] };
    throw error;
  }
}

describe('decodeTraces', () => {
  it('returns the same rows for both encodings, all storable', () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 4 }), (spans) => {
        const fromProtobuf = decodeTraces(encodeProtobuf([{ spans }]), 'protobuf', OPTIONS);
        const fromJson = decodeTraces(encodeJson([{ spans }]), 'json', OPTIONS);
        expect(fromJson).toEqual(fromProtobuf);
        expect(fromProtobuf.spans.length + fromProtobuf.rejected.length).toBe(spans.length);
        const reasons = fromProtobuf.rejected.map(({ reason }) => reason);
        expect(reasons).not.toContain('unprocessable');
        fromProtobuf.spans.forEach(expectStorable);
      }),
      { numRuns: 500 },
    );
  });

  it('responds to any bytes with rows or with a named error, and never hangs', () => {
    const valid = fc
      .array(span, { minLength: 1, maxLength: 2 })
      .map((spans) => encodeProtobuf([{ spans }]));
    const broken = fc
      .tuple(valid, fc.nat(), fc.integer({ min: 0, max: 255 }), fc.boolean())
      .map(([bytes, at, byte, cut]) => {
        const copy = Uint8Array.from(bytes);
        copy[at % copy.length] = byte;
        return cut ? copy.subarray(0, at % copy.length) : copy;
      });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), broken), (bytes) => {
        for (const encoding of ['protobuf', 'json'] as const) {
          decodeUnlessMalformed(bytes, encoding).spans.forEach(expectStorable);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

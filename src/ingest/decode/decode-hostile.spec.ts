import {
  type AnyValue,
  attribute,
  encodeJson,
  encodeProtobuf,
  type TestSpan,
} from '../../../test/support/otlp-encoder.js';
import type { DecodedSpans } from './span-record.js';
import { decodeTraces } from './decode-traces.js';
import { MalformedBodyError } from './errors.js';

const OPTIONS = { defaultProject: 'default', maskOf: () => null };

function spanWith(span: Partial<TestSpan>): TestSpan {
  return { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), ...span };
}

function decodeJson(body: unknown): DecodedSpans {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return decodeTraces(Buffer.from(text), 'json', OPTIONS);
}

function jsonSpans(spans: unknown[]): DecodedSpans {
  return decodeJson({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
}

/** Encodes what precedes the content of a length-delimited protobuf field. */
function fieldHead(number: number, length: number): Uint8Array {
  const bytes = [(number << 3) | 2];
  let rest = length;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  return Uint8Array.of(...bytes, rest);
}

/** Encodes a length-delimited protobuf field. */
function bytesField(number: number, content: Uint8Array): Uint8Array {
  return Buffer.concat([fieldHead(number, content.length), content]);
}

/** Encodes a text in that many nested lists. Copies no list, because the largest has 90 kB. */
function nestedLists(depth: number): Uint8Array {
  const text = bytesField(1, Buffer.from('x'));
  const parts = [text];
  let length = text.length;
  for (let at = 0; at < depth; at++) {
    for (const number of [2, 1, 6]) {
      const head = fieldHead(number, length);
      parts.push(head);
      length += head.length;
    }
  }
  return Buffer.concat(parts.toReversed());
}

/** Encodes a request by hand, with one valid span and one span with this attribute. */
function requestWithAttribute(keyValue: Uint8Array): Uint8Array {
  const ids = Buffer.concat([
    bytesField(1, Buffer.alloc(16, 1)),
    bytesField(2, Buffer.alloc(8, 2)),
  ]);
  const good = bytesField(2, ids);
  const bad = bytesField(2, Buffer.concat([ids, bytesField(9, keyValue)]));
  return bytesField(1, bytesField(2, Buffer.concat([good, bad, good])));
}

describe('hostile protobuf', () => {
  it.each([
    ['cut short', Uint8Array.of(0x0a, 0x7f)],
    ['an endless integer', Buffer.alloc(20, 0xff)],
    ['a group', Uint8Array.of(0x0b)],
    ['field number 0', Uint8Array.of(0x02, 0x00)],
    ['text', Buffer.from('not protobuf at all')],
    ['truncated within a fixed-size number', Uint8Array.of(0x09, 1, 2)],
  ])('refuses a body that is %s', (_name, bytes) => {
    expect(() => decodeTraces(bytes, 'protobuf', OPTIONS)).toThrow(MalformedBodyError);
  });

  it('skips unknown fields and fields of another type', () => {
    const unknown = Uint8Array.of(0x78, 1, 0x08, 5, 0x7d, 1, 2, 3, 4, 0x79, 1, 2, 3, 4, 5, 6, 7, 8);
    const body = Buffer.concat([unknown, encodeProtobuf([{ spans: [spanWith({})] }])]);
    expect(decodeTraces(body, 'protobuf', OPTIONS).spans).toHaveLength(1);
  });

  it.each([101, 10_000])('rejects only a span with %i nested levels', (depth) => {
    const keyValue = bytesField(2, nestedLists(depth));
    const decoded = decodeTraces(requestWithAttribute(keyValue), 'protobuf', OPTIONS);
    expect(decoded.spans).toHaveLength(2);
    expect(decoded.rejected).toMatchObject([{ reason: 'too_deep' }]);
  });

  it('replaces bytes that are not UTF-8', () => {
    const keyValue = Buffer.concat([
      bytesField(1, Uint8Array.of(0x6b, 0xff)),
      bytesField(2, bytesField(1, Uint8Array.of(0xed, 0xa0, 0x80))),
    ]);
    const { spans } = decodeTraces(requestWithAttribute(keyValue), 'protobuf', OPTIONS);
    expect(spans[1]?.attributesJson).toBe('{"k\uFFFD":"\uFFFD\uFFFD\uFFFD"}');
  });
});

describe('hostile JSON', () => {
  it.each([
    ['', 'not JSON'],
    ['{', 'not JSON'],
    ['[]', 'not an object'],
    ['{"resourceSpans":5}', 'resourceSpans is not a list'],
    ['{"resourceSpans":[5]}', 'resourceSpans contains'],
    ['{"resourceSpans":[{"scopeSpans":[{"spans":{}}]}]}', 'spans is not a list'],
  ])('refuses the body %s', (body, reason) => {
    expect(() => decodeJson(body)).toThrow(MalformedBodyError);
    expect(() => decodeJson(body)).toThrow(reason);
  });

  it('survives very deep nesting', () => {
    const depth = 100_000;
    expect(() => decodeJson('['.repeat(depth) + ']'.repeat(depth))).toThrow(MalformedBodyError);
    expect(() => decodeJson(`${'['.repeat(depth)}1.0${']'.repeat(depth)}`)).toThrow(
      MalformedBodyError,
    );
  });

  it.each([
    [5, 'unprocessable'],
    [{ traceId: 'xyz' }, 'invalid_id'],
    [{ traceId: 'abc' }, 'invalid_id'],
    [{ name: 5 }, 'unprocessable'],
    [{ startTimeUnixNano: 'soon' }, 'unprocessable'],
    [{ startTimeUnixNano: '-5' }, 'time_out_of_range'],
    [{ attributes: [{ key: 'a', value: 5 }] }, 'unprocessable'],
    [{ attributes: [{ key: 'a', value: { boolValue: 'yes' } }] }, 'unprocessable'],
    [{ attributes: [{ key: 'a', value: { doubleValue: 'much' } }] }, 'unprocessable'],
    [{ attributes: {} }, 'unprocessable'],
    [{ status: 1 }, 'unprocessable'],
  ])('rejects only the span %j', (bad, reason) => {
    const span = typeof bad === 'number' ? bad : { ...spanWith({}), ...bad };
    const decoded = jsonSpans([spanWith({}), span, spanWith({})]);
    expect(decoded.spans).toHaveLength(2);
    expect(decoded.rejected).toMatchObject([{ reason }]);
  });

  it('rejects only a span with too many nested levels', () => {
    let value: AnyValue = { stringValue: 'x' };
    for (let at = 0; at < 1000; at++) value = { arrayValue: { values: [value] } };
    const decoded = jsonSpans([spanWith({ attributes: [{ key: 'a', value }] }), spanWith({})]);
    expect(decoded.spans).toHaveLength(1);
    expect(decoded.rejected).toMatchObject([{ reason: 'too_deep' }]);
  });

  it('reads IDs of any case, enums by name and bare 64-bit integers, and ignores unknown fields', () => {
    const body = `{"resourceSpans":[{"extra":1,"resource":null,"scopeSpans":[{"spans":[{
      "traceId":"${'AB'.repeat(16)}","spanId":"${'CD'.repeat(8)}","parentSpanId":null,
      "startTimeUnixNano":1709287200123456789,"kind":"SPAN_KIND_CLIENT","links":[],"extra":{},
      "status":{"code":"STATUS_CODE_ERROR"},
      "attributes":[{"key":"n","value":{"intValue":9223372036854775807}},
        {"key":"d","value":{"doubleValue":2}},{"key":"u"},{"key":"e","value":{}}]}]}]}]}`;
    expect(decodeJson(body)).toMatchObject({
      rejected: [],
      spans: [
        {
          traceId: 'ab'.repeat(16),
          spanId: 'cd'.repeat(8),
          parentId: null,
          startTime: 1_709_287_200_123_456n,
          statusCode: 'ERROR',
          attributesJson: '{"n":9223372036854775807,"d":2.0}',
        },
      ],
    });
  });
});

describe('hostile attributes', () => {
  it('replaces NUL and lone surrogates everywhere', () => {
    const spans = [
      spanWith({
        name: 'n\0\uD800',
        status: { message: '\uDC00' },
        attributes: [
          attribute('k\0.\uD800', 'v\0'),
          attribute('metadata', '{"a\\u0000":["\\ud800"]}'),
          attribute('session.id', 's\0'),
        ],
        events: [{ timeUnixNano: '0', name: '\0', attributes: [attribute('e\0', '\0')] }],
      }),
    ];
    const [record] = decodeTraces(encodeJson([{ spans }]), 'json', OPTIONS).spans;
    expect(record).toMatchObject({
      name: 'n\uFFFD\uFFFD',
      statusMessage: '\uFFFD',
      sessionId: 's\uFFFD',
      attributesJson: '{"k\uFFFD.\uFFFD":"v\uFFFD","session.id":"s\uFFFD"}',
      payloadJson: '{"metadata":{"a\uFFFD":["\uFFFD"]}}',
      eventsJson:
        '[{"name":"\uFFFD","timestamp":"1970-01-01T00:00:00+00:00","attributes":{"e\uFFFD":"\uFFFD"}}]',
    });
  });

  it('keeps JSON text with too many nested levels as text', () => {
    const deep = `${'['.repeat(5000)}1.0${']'.repeat(5000)}`;
    const spans = [spanWith({ attributes: [attribute('metadata', deep)] })];
    const [record] = decodeTraces(encodeProtobuf([{ spans }]), 'protobuf', OPTIONS).spans;
    expect(record?.payloadJson).toBe(JSON.stringify({ metadata: deep }));
  });

  it('nests a key of 100 segments, and keeps the dots of a longer one', () => {
    const [nested, dotted] = ['a.'.repeat(99) + 'a', 'b.'.repeat(2047) + 'b'];
    const spans = [spanWith({ attributes: [attribute(nested, 'x'), attribute(dotted, 'y')] })];
    const [record] = decodeTraces(encodeProtobuf([{ spans }]), 'protobuf', OPTIONS).spans;
    expect(record?.attributesJson).toBe(JSON.stringify({ [nested]: 'x' }));
    expect(record?.payloadJson).toBe(JSON.stringify({ [dotted]: 'y' }));
  });

  it('accepts 10,000 attributes', () => {
    const attributes = Array.from({ length: 10_000 }, (_, at) => attribute(`a.${at}.x`, 'x'));
    const { spans } = decodeTraces(
      encodeProtobuf([{ spans: [spanWith({ attributes })] }]),
      'protobuf',
      OPTIONS,
    );
    expect(spans).toHaveLength(1);
  });
});

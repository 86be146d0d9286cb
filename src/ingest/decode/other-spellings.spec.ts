import {
  encodeJson,
  encodeProtobuf,
  type TestResource,
} from '../../../test/support/otlp-encoder.js';
import { decodeTraces } from './decode-traces.js';
import { explainNothing } from './explain-nothing.js';
import { MalformedBodyError } from './errors.js';

const OPTIONS = { defaultProject: 'default', maskOf: () => null };

const RESOURCE: TestResource = {
  attributes: [{ key: 'openinference.project.name', value: { stringValue: 'shop' } }],
  spans: [
    {
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      parentSpanId: 'c'.repeat(16),
      name: 'step',
      startTimeUnixNano: '1700000000000000000',
      endTimeUnixNano: '1700000001000000000',
      attributes: [
        { key: 'input.value', value: { stringValue: 'snake_case stays, and stringValue' } },
        { key: 'n', value: { intValue: '12' } },
        {
          key: 'list',
          value: { arrayValue: { values: [{ boolValue: true }, { doubleValue: 0.5 }] } },
        },
        {
          key: 'map',
          value: {
            kvlistValue: {
              values: [{ key: 'traceId', value: { bytesValue: new Uint8Array([0, 1]) } }],
            },
          },
        },
      ],
      events: [
        {
          timeUnixNano: '1700000000500000000',
          name: 'exception',
          attributes: [{ key: 'exception.message', value: { stringValue: 'no' } }],
        },
      ],
      status: { code: 2, message: 'failed' },
    },
  ],
};

const EXPECTED = decodeTraces(encodeJson([RESOURCE]), 'json', OPTIONS);
const JSON_TEXT = Buffer.from(encodeJson([RESOURCE])).toString();

/** Renames members, but not what is in values. */
function rename(from: RegExp, to: (name: string) => string): Buffer {
  return Buffer.from(JSON_TEXT.replaceAll(from, (_, name: string) => `"${to(name)}":`));
}

const decode = (body: Uint8Array, encoding: 'json' | 'protobuf' = 'json') =>
  decodeTraces(body, encoding, OPTIONS);

describe('bodies in other spellings', () => {
  it('are read in snake_case', () => {
    const body = rename(/"(\w+)":/g, (name) =>
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    expect(body.toString()).toContain('"resource_spans":[{');
    expect(body.toString()).toContain('"start_time_unix_nano":');
    expect(decode(body)).toEqual(EXPECTED);
  });

  it.each(['instrumentationLibrarySpans', 'instrumentation_library_spans'])(
    'are read with %s',
    (name) => {
      const body = rename(/"(scopeSpans)":/g, () => name);
      expect(decode(body)).toEqual(EXPECTED);
    },
  );

  it('are read with both, each under its name', () => {
    const { resourceSpans } = JSON.parse(JSON_TEXT) as {
      resourceSpans: [{ scopeSpans: object[] }];
    };
    const [resource] = resourceSpans;
    const body = {
      resourceSpans: [{ ...resource, instrumentation_library_spans: resource.scopeSpans }],
    };
    expect(decode(Buffer.from(JSON.stringify(body))).spans).toHaveLength(2);
  });

  it('are read from the field of protobuf that held them', () => {
    const bytes = Buffer.from(encodeProtobuf([RESOURCE]));
    // ResourceSpans is field 1 of the body; its field 2, of any length, becomes field 1000.
    const [outer, at] = readVarint(bytes, 1);
    const inner = bytes.subarray(at, at + outer);
    const resourceEnd = 1 + readVarint(inner, 1)[0] + (readVarint(inner, 1)[1] - 1);
    expect(inner[resourceEnd]).toBe(0x12);
    const renamed = Buffer.concat([
      inner.subarray(0, resourceEnd),
      Buffer.from([0xc2, 0x3e]),
      inner.subarray(resourceEnd + 1),
    ]);
    const body = Buffer.concat([Buffer.from([0x0a]), writeVarint(renamed.length), renamed]);
    expect(decode(body, 'protobuf')).toEqual(EXPECTED);
  });

  it('are refused if a list has another type', () => {
    expect(() => decode(Buffer.from('{"resource_spans": {}}'))).toThrow(MalformedBodyError);
    expect(() => decode(Buffer.from('{"resource_spans": [{"scope_spans": 1}]}'))).toThrow(
      MalformedBodyError,
    );
  });

  it('do not reach for members that JavaScript has', () => {
    const body = '{"__proto__": {"resourceSpans": [1]}, "constructor": [], "resource_spans": []}';
    expect(decode(Buffer.from(body)).spans).toEqual([]);
  });
});

describe('a body without spans', () => {
  const explain = (body: string) => explainNothing('spans', Buffer.from(body), 'json');

  it('needs no explanation if it is empty', () => {
    expect(explain('{}')).toBeNull();
    expect(explainNothing('spans', Buffer.alloc(0), 'protobuf')).toBeNull();
  });

  it('names what it has instead', () => {
    expect(explain('{"resourceSpans": []}')).toBe(
      'The body has no spans. They are expected as resourceSpans[].scopeSpans[].spans[].',
    );
    expect(explain('{"data": [], "resource_spans": [{}]}')).toContain('no spans, but "data". They');
    expect(explain('{"resourceLogs": []}')).toBe(
      'The body has no spans: send resourceLogs to /v1/logs.',
    );
    expect(explain('{"resource_metrics": []}')).toContain('to /v1/metrics.');
    expect(explainNothing('spans', Buffer.from([0x12, 0]), 'protobuf')).toContain('no spans');
  });

  it('is explained for log records and metrics if it has something else', () => {
    const about = (signal: 'logs' | 'metrics', body: object) =>
      explainNothing(signal, Buffer.from(JSON.stringify(body)), 'json');
    expect(about('logs', { resourceSpans: [] })).toBe(
      'The body has no log records: send resourceSpans to /v1/traces.',
    );
    expect(about('metrics', { resource_logs: [] })).toContain('send resource_logs to /v1/logs.');
    expect(about('logs', { resourceLogs: [{ instrumentationLibraryLogs: [{ logs: [] }] }] })).toBe(
      'The body has no log records, but "instrumentationLibraryLogs". They are expected as resourceLogs[].scopeLogs[].logRecords[].',
    );
    expect(about('metrics', { resourceMetrics: [{ resource: {}, scopeMetrics: [] }] })).toBeNull();
    expect(about('metrics', { data: 1 })).toContain('no metrics, but "data".');
  });

  it('is not repeated at length', () => {
    const body = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [`${at}\0${'x'.repeat(1_000)}`, 1]),
    );
    const text = explain(JSON.stringify(body))!;
    expect(text.length).toBeLessThan(500);
    expect(text).not.toContain('\0');
  });
});

function readVarint(bytes: Uint8Array, start: number): [value: number, end: number] {
  let [value, shift, at] = [0, 0, start];
  for (;;) {
    const byte = bytes[at++]!;
    value += (byte & 0x7f) << shift;
    if (byte < 0x80) return [value, at];
    shift += 7;
  }
}

function writeVarint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

import { startTestServer, type TestServer } from '../support/server.js';
import {
  anOtlpSpan,
  JSON_TYPE,
  jsonRequest,
  newSpanId,
  newTraceId,
  type OtlpSpan,
  postTraces,
  protobufRequest,
} from './otlp.js';

const own = (key: string, value: unknown): Record<string, unknown> =>
  Object.fromEntries([[key, value]]);

const nested = (depth: number): unknown => {
  let value: unknown = 'bottom';
  for (let i = 0; i < depth; i++) value = { deeper: value };
  return value;
};

/** Malformed spans. Each must be stored safely or rejected with a reason, and not affect others. */
const HOSTILE: [string, Partial<OtlpSpan>][] = [
  ['__proto__ as a key', { attributes: own('__proto__', { polluted: true }) }],
  [
    '__proto__ within a path',
    { attributes: { '__proto__.polluted': 1, 'constructor.prototype.x': 2 } },
  ],
  [
    '10^5 keys',
    { attributes: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])) },
  ],
  ['a key of a megabyte', { attributes: own('k'.repeat(1024 * 1024), 1) }],
  ['NUL', { name: 'a\0b', attributes: own('k\0', 'v\0') }],
  ['NaN and the infinities', { attributes: { a: Number.NaN, b: Infinity, c: -Infinity } }],
  ['lone surrogates', { name: '\ud800', attributes: own('\udc00', ['\ud800']) }],
  ['the year 0', { start: 0n, end: 0n }],
  ['the last nanosecond of int64', { start: 2n ** 63n - 1n, end: 2n ** 64n - 1n }],
  ['an end before its start', { start: 2_000_000_000n, end: 1n }],
  ['no trace id', { traceId: '' }],
  ['no span id', { spanId: '' }],
  ['an id of zeros', { traceId: '0'.repeat(32), spanId: '0'.repeat(16) }],
  [
    'huge token counts',
    { attributes: { 'openinference.span.kind': 'LLM', 'llm.token_count.prompt': '9'.repeat(40) } },
  ],
  ['a huge session id', { attributes: { 'session.id': 's'.repeat(100_000) } }],
  ['a session id with invalid characters', { attributes: { 'session.id': '\u0000\ud800' } }],
  ['an unknown status', { statusCode: 77 }],
];

describe('hostile spans', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const expectStored = async (spans: OtlpSpan[]): Promise<void> => {
    const rows = await server.sql('SELECT FROM spans WHERE span_id = ANY ($1)', [
      spans.map((span) => span.spanId),
    ]);
    expect(rows).toHaveLength(spans.length);
  };

  it.each(HOSTILE)('stores the other spans beside one with %s', async (_what, hostile) => {
    for (const encoding of ['protobuf', 'json'] as const) {
      const neighbors = [anOtlpSpan(), anOtlpSpan()];
      const spans = [neighbors[0]!, anOtlpSpan(hostile), neighbors[1]!];
      const response =
        encoding === 'json'
          ? await postTraces(server.url, jsonRequest(spans), JSON_TYPE)
          : await postTraces(server.url, protobufRequest(spans));
      expect([encoding, response.status]).toEqual([encoding, 200]);
      await expectStored(neighbors);
    }
  });

  it('stores the other spans beside one with too many nested levels', async () => {
    const neighbor = anOtlpSpan();
    const spans = [anOtlpSpan({ attributes: { deep: nested(1000) } }), neighbor];
    const response = await postTraces(server.url, jsonRequest(spans), JSON_TYPE);
    expect(await response.text()).toContain('too_deep');
    await expectStored([neighbor]);
  });

  it('stores spans that are their own parents, or form a cycle', async () => {
    const traceId = newTraceId();
    const [a, b, c] = [newSpanId(), newSpanId(), newSpanId()];
    const spans = [
      anOtlpSpan({ traceId, spanId: a, parentSpanId: a }),
      anOtlpSpan({ traceId, spanId: b, parentSpanId: c }),
      anOtlpSpan({ traceId, spanId: c, parentSpanId: b }),
    ];
    expect((await postTraces(server.url, protobufRequest(spans))).status).toBe(200);
    await expectStored(spans);
  });

  it('skips spans that only the database rejects one by one, with the reason', async () => {
    await server.sql(`ALTER TABLE spans ADD CHECK (name <> 'refuse me')`);
    const spans = Array.from({ length: 40 }, (_, i) =>
      anOtlpSpan({ name: i % 13 === 5 ? 'refuse me' : 'fine' }),
    );
    const response = await postTraces(server.url, jsonRequest(spans), JSON_TYPE);
    expect(await response.json()).toEqual({
      partialSuccess: {
        rejectedSpans: '3',
        errorMessage: expect.stringContaining('storage_refused') as string,
      },
    });
    await expectStored(spans.filter((span) => span.name === 'fine'));
    const recorded = await server.sql(
      `SELECT reason, span_name FROM ingestion_errors WHERE span_id = ANY ($1)`,
      [spans.map((span) => span.spanId)],
    );
    expect(recorded).toEqual(
      Array.from({ length: 3 }, () => ({ reason: 'storage_refused', span_name: 'refuse me' })),
    );
  });
});

import { hasText } from '../support/indexed-blocks.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { withClient } from '../upgrades/states.js';
import { anOtlpSpan, newTraceId, type OtlpSpan, postTraces, protobufRequest } from './otlp.js';

const KB = 1024;

interface Spans {
  name: string;
  spans: { edges: { node: { spanId: string } }[] };
}

/** A text of this many characters, of which some are several bytes long. */
const text = (length: number, word = 'Straße 東京 😀 "quoted" '): string =>
  word
    .repeat(Math.ceil(length / word.length))
    .slice(0, length)
    .trimEnd();

const withInput = (traceId: string, input: string, span: Partial<OtlpSpan> = {}): OtlpSpan =>
  anOtlpSpan({ traceId, ...span, attributes: { 'input.value': input, ...span.attributes } });

describe('long payloads', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const send = async (spans: OtlpSpan[], to = server): Promise<void> => {
    const response = await postTraces(to.url, protobufRequest(spans, { project: 'packs' }));
    expect([response.status, await response.text()]).toEqual([200, '']);
  };

  const packsOf = (traceId: string, of = server) =>
    of.sql<{ id: number; bytes: number; spans: number }>(
      `SELECT p.id, length(p.bytes) AS bytes,
              (SELECT count(*) FROM spans s WHERE s.trace_id = p.trace_id AND s.payload_id = p.id) AS spans
         FROM span_payloads p WHERE p.trace_id = $1 ORDER BY p.id`,
      [traceId],
    );

  /** The inputs of the spans of a trace, as REST shows them, by span ID. */
  const inputsOf = async (traceId: string, of = server): Promise<Map<string, unknown>> => {
    const { body } = await of.request
      .get(`/v1/projects/packs/spans?trace_id=${traceId}&limit=1000`)
      .expect(200);
    const { data } = body as {
      data: { context: { span_id: string }; attributes: Record<string, unknown> }[];
    };
    return new Map(data.map((span) => [span.context.span_id, span.attributes['input.value']]));
  };

  const expectInputs = async (traceId: string, spans: OtlpSpan[], of = server): Promise<void> => {
    expect(await inputsOf(traceId, of)).toEqual(
      new Map(spans.map((span) => [span.spanId, span.attributes['input.value']])),
    );
  };

  it('stores the payloads of one trace together, and reads them as they were sent', async () => {
    const traceId = newTraceId();
    const spans = [5, 8, 6].map((size) => withInput(traceId, text(size * KB)));
    const short = withInput(traceId, text(2 * KB));
    await send([...spans, short]);
    expect(await packsOf(traceId)).toEqual([
      { id: expect.any(Number) as number, bytes: expect.any(Number) as number, spans: 3 },
    ]);
    await expectInputs(traceId, [...spans, short]);
  });

  it('take the less room, the more they repeat each other', async () => {
    const traceId = newTraceId();
    const history = Array.from({ length: 300 }, (_, i) => `message ${i} of ${newTraceId()}`);
    await send([100, 200, 300].map((n) => withInput(traceId, history.slice(0, n).join('\n'))));
    const [pack] = await packsOf(traceId);
    // The longest alone has 12,000 characters, of which 9,600 are random hex.
    expect(pack!.bytes).toBeLessThan(8 * KB);
  });

  it('are read by PostgreSQL as well', async () => {
    const traceId = newTraceId();
    const spans = ['one', 'two'].map((word) => withInput(traceId, text(5 * KB, `${word} ü `)));
    await send(spans);
    const rows = await server.sql(
      `SELECT s.span_id, spandrel_unpack(p.bytes, s.payload_start, s.payload_length)
                           #>> '{input,value}' AS input
         FROM spans s JOIN span_payloads p ON p.trace_id = s.trace_id AND p.id = s.payload_id
        WHERE s.trace_id = $1`,
      [traceId],
    );
    expect(new Map(rows.map((row) => [row['span_id'], row['input']]))).toEqual(
      new Map(spans.map((span) => [span.spanId, span.attributes['input.value']])),
    );
  });

  it('stores payloads of more than 48 KB in several packs', async () => {
    const traceId = newTraceId();
    const spans = [20, 20, 20, 200, 5].map((size) => withInput(traceId, 'x'.repeat(size * KB)));
    await send(spans);
    const packs = await packsOf(traceId);
    expect(packs.length).toBeGreaterThanOrEqual(3);
    expect(packs.reduce((sum, pack) => sum + pack.spans, 0)).toBe(5);
    await expectInputs(traceId, spans);
  });

  it('stores payloads that are sent again only once', async () => {
    const traceId = newTraceId();
    const spans = [5, 6].map((size) => withInput(traceId, text(size * KB)));
    await send(spans);
    const packs = await packsOf(traceId);
    await send(spans);
    expect(await packsOf(traceId)).toEqual(packs);
    const late = withInput(traceId, text(7 * KB));
    await send([...spans, late]);
    expect((await packsOf(traceId)).map((pack) => pack.spans)).toEqual([2, 1]);
    await expectInputs(traceId, [...spans, late]);
  });

  it('keeps the payloads of other spans if the database refuses a span', async () => {
    await server.sql(`ALTER TABLE spans ADD CONSTRAINT no_such CHECK (name <> 'refuse this')`);
    try {
      const traceId = newTraceId();
      const spans = [5, 6, 7].map((size) => withInput(traceId, text(size * KB)));
      const refused = withInput(traceId, text(5 * KB), { name: 'refuse this' });
      const response = await postTraces(
        server.url,
        protobufRequest([spans[0]!, refused, ...spans.slice(1)], { project: 'packs' }),
      );
      expect(response.status).toBe(200);
      await expectInputs(traceId, spans);
    } finally {
      await server.sql('ALTER TABLE spans DROP CONSTRAINT no_such');
    }
  });

  it('are found by conditions, attributes and words', async () => {
    const traceId = newTraceId();
    const filler = text(5 * KB, 'nothing of interest ');
    const found = withInput(traceId, `${filler} Zanzibar ${filler}`);
    await send([found, withInput(traceId, filler)]);
    const { body } = await server.request
      .get('/v1/projects/packs/spans')
      .query({ attribute: `input.value:${String(found.attributes['input.value'])}` })
      .expect(200);
    expect((body as { data: object[] }).data).toMatchObject([
      { context: { span_id: found.spanId } },
    ]);
    const list = async (selection: string) => {
      const { data } = await server.gql<{ projects: { edges: { node: Spans }[] } }>(
        `{ projects { edges { node { name spans(first: 10, ${selection}) {
             edges { node { spanId } } } } } } }`,
      );
      const packs = data!.projects.edges.find(({ node }) => node.name === 'packs')!.node;
      return packs.spans.edges.map(({ node }) => node.spanId);
    };
    expect(await list(`filterCondition: "'zanzibar' in input.value"`)).toEqual([found.spanId]);
    expect(await list('search: "zanzibar"')).toEqual([found.spanId]);
    await eventually('the word to be indexed', async () => {
      const blocks = await server.sql(`SELECT FROM span_blocks WHERE ${hasText('zanzibar')}`);
      return blocks.length > 0;
    });
    expect(await list('search: "zanzibar"')).toEqual([found.spanId]);
  });

  it('are erased from their pack with their span', async () => {
    const traceId = newTraceId();
    const kept = withInput(traceId, text(5 * KB, 'kept '));
    const erased = withInput(traceId, text(5 * KB, 'secret '));
    await send([kept, erased]);
    await server.request.delete(`/v1/spans/${erased.spanId}`).expect(204);
    await expectInputs(traceId, [kept]);
    const [{ whole } = { whole: '' }] = await server.sql<{ whole: string }>(
      `SELECT convert_from(pgp_sym_decrypt_bytea(bytes, 'spandrel'), 'UTF8') AS whole
         FROM span_payloads WHERE trace_id = $1`,
      [traceId],
    );
    expect(whole).toContain('kept kept');
    expect(whole).not.toContain('secret');
    await server.request.delete(`/v1/spans/${kept.spanId}`).expect(204);
    expect(await packsOf(traceId)).toEqual([]);
  });

  it('are deleted with their trace', async () => {
    const traceId = newTraceId();
    await send([withInput(traceId, text(5 * KB))]);
    await server.request.delete(`/v1/traces/${traceId}`).expect(204);
    expect(await packsOf(traceId)).toEqual([]);
  });
});

describe('a server that may not write packs', () => {
  const sendLong = async (server: TestServer): Promise<Record<string, unknown>[]> => {
    const traceId = newTraceId();
    const response = await postTraces(
      server.url,
      protobufRequest([withInput(traceId, text(5 * KB))]),
    );
    expect(response.status).toBe(200);
    return server.sql(
      `SELECT payload_id, payload #>> '{input,value}' IS NOT NULL AS "isInRow"
         FROM spans WHERE trace_id = $1`,
      [traceId],
    );
  };

  let database: TestDatabase;
  /** The migration after which older servers do not start, once a server writes packs. */
  let breaking: object[];

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: true });
    const first = await startTestServer({ SPANDREL_DATABASE_URL: database.url });
    breaking = await first.sql(
      `SELECT name FROM breaking_migrations WHERE name LIKE 'SpanPayloads%'`,
    );
    await first.stop();
  });
  afterAll(() => database.drop());

  it.each([
    [
      'has spans of a version before',
      [
        'DELETE FROM breaking_migrations',
        `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                            start_time, end_time, attributes)
         VALUES ('old', 'old', 1, 'old', 'CHAIN', 'OK', '', now(), now(), '{}')`,
      ],
    ],
    [
      'cannot read them',
      [
        'DELETE FROM spans',
        `INSERT INTO breaking_migrations (name) VALUES ('SpanPayloads1764701920000')`,
        'DROP FUNCTION spandrel_unpack',
      ],
    ],
  ])('because the database %s keeps payloads in rows', async (_, before) => {
    expect(breaking).toEqual([{ name: 'SpanPayloads1764701920000' }]);
    await withClient(database.url, async (client) => {
      for (const statement of before) await client.query(statement);
    });
    const server = await startTestServer({ SPANDREL_DATABASE_URL: database.url });
    try {
      expect(await sendLong(server)).toEqual([{ payload_id: null, isInRow: true }]);
    } finally {
      await server.stop();
    }
  });
});

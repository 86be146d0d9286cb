import { anOtlpSpan, newTraceId, postTraces, protobufRequest } from '../../ingest/otlp.js';
import { runLoops } from '../../support/background-loops.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const START = BigInt(Date.UTC(2026, 1, 3, 4)) * 1_000_000n;
const RANGE = { start: '2026-02-03T00:00:00Z', end: '2026-02-04T00:00:00Z' };
const MS = 1_000_000n;

/** Of each trace, by its only span. */
const LATENCIES = { running: null, backwards: null, unstarted: null, short: 20, long: 40 };

interface Figures {
  quantile: number | null;
  ofSpans: number | null;
  highest: number | null;
  highestOfSpans: number | null;
  byName: { name: string; p50: number }[];
  spanSeries: { data: { max: number | null }[] };
  traceSeries: { data: { max: number | null }[] };
  traces: { edges: { node: { rootSpan: { name: string }; latencyMs: number | null } }[] };
  spans: { edges: { node: { name: string; latencyMs: number | null } }[] };
  slow: { edges: { node: { name: string } }[] };
  fastTraces: { edges: { node: { rootSpan: { name: string } } }[] };
  fastSessions: { edges: { node: { sessionId: string } }[] };
}

describe('spans without a start or an end', () => {
  let server: TestServer;
  let ids: Record<string, string>;

  beforeAll(async () => {
    server = await startTestServer();
    const session = { 'session.id': 'unended' };
    const only = { 'session.id': 'only unended' };
    const span = (name: string, end: bigint, attributes = session, start = START) =>
      anOtlpSpan({ traceId: newTraceId(), name, start, end, attributes });
    const spans = [
      span('running', 0n, only),
      // The clock of the application was set back.
      span('backwards', START - 5n * MS, only),
      span('unstarted', START, only, 0n),
      span('short', START + 20n * MS),
      span('long', START + 40n * MS),
    ];
    for (const [project, sent] of [
      ['some', spans],
      ['none', spans.slice(0, 3).map((one) => ({ ...one, traceId: newTraceId() }))],
    ] as const) {
      const response = await postTraces(server.url, protobufRequest(sent, { project }));
      if (!response.ok) throw new Error(await response.text());
    }
    const rows = await server.sql<{ name: string; id: number }>('SELECT name, id FROM projects');
    ids = Object.fromEntries(rows.map(({ name, id }) => [name, `Project:${id}`]));
  });
  afterAll(() => server.stop());

  const read = async (project: string): Promise<Figures> => {
    const { data, errors } = await server.gql<{ node: Figures }>(
      `query ($id: ID!, $range: TimeRange!) { node(id: $id) { ... on Project {
         quantile: latencyMsQuantile(probability: 0, timeRange: $range)
         ofSpans: spanLatencyMsQuantile(probability: 0, timeRange: $range)
         highest: latencyMsQuantile(probability: 1)
         highestOfSpans: spanLatencyMsQuantile(probability: 1)
         byName: latencyBySpanName(timeRange: $range) { name p50 }
         spanSeries: spanLatencyMsPercentileTimeSeries(timeRange: $range) { data { max } }
         traceSeries: traceLatencyMsPercentileTimeSeries(timeRange: $range) { data { max } }
         traces(first: 9) { edges { node { latencyMs rootSpan { name } } } }
         spans(first: 9) { edges { node { name latencyMs } } }
         slow: spans(first: 9, filterCondition: "latency_ms < 30") { edges { node { name } } }
         fastTraces: traces(first: 9, traceFilterCondition: "latency_ms < 30") {
           edges { node { rootSpan { name } } } }
         fastSessions: sessions(first: 9, sessionFilterCondition: "any(t.latency_ms < 30 for t in traces)") {
           edges { node { sessionId } } }
       } } }`,
      { id: Buffer.from(ids[project]!).toString('base64'), range: RANGE },
    );
    expect(errors).toBeUndefined();
    return data!.node;
  };
  const maxima = (series: { data: { max: number | null }[] }) =>
    series.data.flatMap(({ max }) => max ?? []);

  it('have no latency, and neither have their traces', async () => {
    const { spans, traces } = await read('some');
    const ofSpans = spans.edges.map(({ node }) => [node.name, node.latencyMs]);
    expect(Object.fromEntries(ofSpans)).toEqual(LATENCIES);
    const ofTraces = traces.edges.map(({ node }) => [node.rootSpan.name, node.latencyMs]);
    expect(Object.fromEntries(ofTraces)).toEqual(LATENCIES);
  });

  it.each([['before'], ['after']])('count in no quantile %s their rollup', async (when) => {
    if (when === 'after') await runLoops(server, 'rollups');
    const some = await read('some');
    expect(some).toMatchObject({ quantile: 20, ofSpans: 20, highest: 40, highestOfSpans: 40 });
    expect(some.byName).toEqual([
      { name: 'long', p50: 40 },
      { name: 'short', p50: 20 },
    ]);
    expect(maxima(some.spanSeries)).toEqual([40]);
    expect(maxima(some.traceSeries)).toEqual([40]);
    const none = await read('none');
    expect(none).toMatchObject({ quantile: null, ofSpans: null, byName: [], highest: null });
    expect([...maxima(none.spanSeries), ...maxima(none.traceSeries)]).toEqual([]);
  });

  it('meet no condition on the latency', async () => {
    const { slow, fastTraces, fastSessions } = await read('some');
    expect(slow.edges.map(({ node }) => node.name)).toEqual(['short']);
    expect(fastTraces.edges.map(({ node }) => node.rootSpan.name)).toEqual(['short']);
    expect(fastSessions.edges.map(({ node }) => node.sessionId)).toEqual(['unended']);
  });

  it('are in lists over REST, but not below a maximum of the latency', async () => {
    const list = async (query: object) => {
      const { body } = await server.request
        .get('/v1/projects/some/traces')
        .query(query)
        .expect(200);
      return (body as { data: object[] }).data.length;
    };
    expect(await list({})).toBe(5);
    expect(await list({ max_latency_ms: 30 })).toBe(1);
    expect(await list({ min_latency_ms: 0 })).toBe(2);
  });

  it('give sessions no quantile', async () => {
    const { data } = await server.gql<{ node: { sessions: { edges: { node: object }[] } } }>(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         sessions(first: 9) { edges { node { sessionId latency: traceLatencyMsQuantile(probability: 0) } } }
       } } }`,
      { id: Buffer.from(ids['some']!).toString('base64') },
    );
    expect(data!.node.sessions.edges.map(({ node }) => node)).toEqual(
      expect.arrayContaining([
        { sessionId: 'unended', latency: 20 },
        { sessionId: 'only unended', latency: null },
      ]),
    );
  });
});

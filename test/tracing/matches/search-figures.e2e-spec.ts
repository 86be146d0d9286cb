import { whenIndexed } from '../../support/background-loops.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { holds, makeSpans, sendSearched } from '../spans/searched-spans.js';

const SPANS = makeSpans(2600);

interface Figures {
  traceCount: number;
  recordCount: number;
  sessionCount: number;
  spans: { data: { totalCount: number }[] };
  traces: { data: { value: number }[] };
}

describe('figures with a search', () => {
  let server: TestServer;
  let projectId: number;

  beforeAll(async () => {
    server = await startTestServer();
    projectId = await sendSearched(server, 'searched', SPANS);
    await whenIndexed(server);
    // PostgreSQL may still plan for the empty tables of an earlier test file.
    await server.sql('ANALYZE');
  });
  afterAll(() => server.stop());

  const id = () => globalId('Project', projectId);
  const START = '2026-03-01T06:00:00Z';
  const RANGE = `timeRange: {start: "${START}", end: "2026-03-20T00:00:00Z"}`;
  const startsOf = (trace: string) =>
    SPANS.filter((span) => span.trace === trace).map(({ start }) => start);
  const inRange = (start: number) => start >= Date.parse(START);

  async function readFigures(search: string, rows: string, condition = '') {
    const args = `${RANGE}, search: $search, searchedRows: ${rows}`;
    const all = `${args} ${condition}`;
    const { data, errors } = await server.gql<{ node: Figures }>(
      `query ($id: ID!, $search: String) { node(id: $id) { ... on Project {
         traceCount(${all}) errorCount(${all}) recordCount(${all}) sessionCount(${args})
         spanLatencyMsQuantile(probability: 0.5, ${all})
         spans: spanCountTimeSeries(${all}, timeBinConfig: {scale: DAY}) { data { totalCount } }
         traces: traceCountTimeSeries(${all}, timeBinConfig: {scale: DAY}) { data { value } }
         searchCoverage(${all}) { startTime }
       } } }`,
      { id: id(), search },
    );
    expect(errors).toBeUndefined();
    const { spans, traces, ...others } = data!.node;
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    return {
      ...others,
      spansInBins: sum(spans.data.map(({ totalCount }) => totalCount)),
      tracesInBins: sum(traces.data.map(({ value }) => value)),
    };
  }

  it.each([
    ['zanzibar', ['zanzibar']],
    ['東京', ['東京']],
    ['weather zanzibar', ['weather', 'zanzibar']],
    ['nobody-has-this', ['nobody-has-this']],
  ])('cover the spans that match: %s', async (search, parts) => {
    const found = SPANS.filter((span) => holds(span, parts) && inRange(span.start));
    // Of these, figures count the traces that began in the range.
    const traces = new Set(
      found.map(({ trace }) => trace).filter((trace) => startsOf(trace).every(inRange)),
    );
    expect(await readFigures(search, 'SPANS')).toEqual({
      traceCount: traces.size,
      errorCount: traces.size,
      recordCount: found.length,
      sessionCount: expect.any(Number),
      spanLatencyMsQuantile: found.length > 0 ? 1000 : null,
      searchCoverage: { startTime: null },
      spansInBins: found.length,
      tracesInBins: traces.size,
    });
    const llm = found.filter(({ kind }) => kind === 'LLM');
    const filtered = await readFigures(search, 'SPANS', `filterCondition: "span_kind == 'LLM'"`);
    expect(filtered).toMatchObject({ recordCount: llm.length, spansInBins: llm.length });
  });

  it('cover the traces with a span that matches', async () => {
    const found = SPANS.filter((span) => holds(span, ['zanzibar']));
    const traces = new Set(
      found.map(({ trace }) => trace).filter((trace) => startsOf(trace).every(inRange)),
    );
    const figures = await readFigures('zanzibar', 'TRACES');
    expect(traces.size).toBeGreaterThan(2);
    expect(figures).toMatchObject({ traceCount: traces.size, tracesInBins: traces.size });
    expect(figures.recordCount).toBe(traces.size * 5);
  });

  it('cover the sessions with a span that matches, which can be listed', async () => {
    const found = SPANS.filter((span) => holds(span, ['zanzibar']) && inRange(span.start));
    const sessions = new Set(found.map(({ session }) => `searched-${session}`));
    const { data } = await server.gql<{
      node: { sessions: { edges: { node: { sessionId: string } }[] } };
    }>(
      `query ($id: ID!) { node(id: $id) { ... on Project {
         sessions(first: 50, search: "zanzibar", ${RANGE}) {
           edges { node { sessionId } } } } } }`,
      { id: id() },
    );
    const listed = data!.node.sessions.edges.map(({ node }) => node.sessionId);
    expect(listed.toSorted()).toEqual([...sessions].toSorted());
    const figures = await readFigures('zanzibar', 'SESSIONS');
    expect(figures.sessionCount).toBe(sessions.size);
  });

  it('cover annotations', async () => {
    const wanted = SPANS.filter((span) => holds(span, ['zanzibar']));
    const data = SPANS.slice(0, 200).map((span) => ({
      name: 'quality',
      annotator_kind: 'CODE',
      span_id: `searched-${span.id}`,
      result: { score: 1 },
    }));
    await server.request.post('/v1/span_annotations?sync=true').send({ data }).expect(200);
    const count = async (rows: string) => {
      const answer = await server.gql<{ node: { all: { count: number }[] } }>(
        `query ($id: ID!) { node(id: $id) { ... on Project {
           all: spanAnnotationSummaries(search: "zanzibar", searchedRows: ${rows}) { count } } } }`,
        { id: id() },
      );
      return answer.data!.node.all[0]?.count ?? 0;
    };
    const annotated = SPANS.slice(0, 200);
    expect(await count('SPANS')).toBe(wanted.filter((span) => annotated.includes(span)).length);
    for (const [rows, key] of [
      ['TRACES', 'trace'],
      ['SESSIONS', 'session'],
    ] as const) {
      const keys = new Set(wanted.map((span) => span[key]));
      expect(await count(rows)).toBe(annotated.filter((span) => keys.has(span[key])).length);
    }
  });

  it('refuse searches that are too long', async () => {
    const { errors } = await server.gql(
      'query ($id: ID!, $search: String) { node(id: $id) { ... on Project { traceCount(search: $search) } } }',
      { id: id(), search: 'x'.repeat(10_001) },
    );
    expect(errors?.[0]?.message).toContain('10,000 characters');
  });
});

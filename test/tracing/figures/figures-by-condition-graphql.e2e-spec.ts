import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import {
  type ModelSession,
  type ModelSpan,
  sendSessions,
  SESSIONS,
} from '../conditions/judged-sessions.js';

const CONDITIONS: [condition: string, holds: (session: ModelSession) => boolean][] = [
  ['num_traces > 2', ({ traces }) => traces.length > 2],
  ["session_annotations['csat']", ({ annotations }) => annotations.length > 0],
  ["session_id == 'nothing'", () => false],
  [' ', () => true],
];

const FIRST_DAYS = Date.UTC(2024, 4, 4);

describe('figures of the sessions or traces that meet a condition', () => {
  let server: TestServer;
  let id: string;

  beforeAll(async () => {
    server = await startTestServer();
    id = globalId('Project', await sendSessions(server, 'figures-of-sessions'));
  });
  afterAll(() => server.stop());

  async function read(fields: string, variables: Record<string, unknown>) {
    const range = fields.includes('$range') ? ', $range: TimeRange' : '';
    const { data, errors } = await server.gql<{ node: Record<string, unknown> }>(
      `query ($id: ID!, $condition: String${range}) {
         node(id: $id) { ... on Project { ${fields} } } }`,
      { id, ...variables },
    );
    return { node: data?.node, messages: errors?.map(({ message }) => message) };
  }

  const tokens = (spans: ModelSpan[]) =>
    spans.reduce((sum, { prompt, completion }) => sum + (prompt ?? 0) + (completion ?? 0), 0);

  it.each(CONDITIONS)('%s', async (condition, holds) => {
    const sessions = SESSIONS.filter(holds);
    const traces = sessions.flatMap((session) => session.traces);
    const spans = traces.flatMap((trace) => trace.spans);
    const tools = spans.filter(({ kind }) => kind === 'TOOL');
    const args = 'timeRange: $range, sessionFilterCondition: $condition';
    const { node, messages } = await read(
      `recordCount(${args}) traceCount(${args}) sessionCount(${args})
       costSummary(${args}) { total { tokens } }
       averageTracesPerSession(${args}) averageSessionDurationMs(${args})
       latency: latencyMsQuantile(probability: 1, ${args})
       spanLatency: spanLatencyMsQuantile(probability: 1, ${args})
       duration: sessionDurationMsQuantile(probability: 1, ${args})
       tools: recordCount(filterCondition: "span_kind == 'TOOL'", ${args})
       withTools: traceCount(filterCondition: "span_kind == 'TOOL'", ${args})`,
      { condition },
    );
    expect(messages).toBeUndefined();
    const latencies = traces.map((trace) => Math.max(...trace.spans.map(endOf)));
    const durations = sessions.map((session) => {
      const ends = session.traces.flatMap((trace) =>
        trace.spans.map((s) => trace.start + endOf(s)),
      );
      return Math.max(...ends) - session.traces[0]!.start;
    });
    const largest = (values: number[]) => (values.length === 0 ? null : Math.max(...values));
    expect(node).toEqual({
      recordCount: spans.length,
      traceCount: traces.length,
      sessionCount: sessions.length,
      costSummary: { total: { tokens: tokens(spans) } },
      averageTracesPerSession: sessions.length === 0 ? null : traces.length / sessions.length,
      averageSessionDurationMs:
        sessions.length === 0
          ? null
          : expect.closeTo(durations.reduce((sum, one) => sum + one, 0) / sessions.length, 3),
      latency: largest(latencies),
      spanLatency: largest(spans.map(({ latency }) => latency)),
      duration: largest(durations),
      tools: tools.length,
      withTools: traces.filter((trace) => trace.spans.some(({ kind }) => kind === 'TOOL')).length,
    });
  });

  it('cover only the range', async () => {
    const range = { end: new Date(FIRST_DAYS).toISOString() };
    const sessions = SESSIONS.filter(({ traces }) => traces.length > 2).filter(
      ({ traces }) => traces[0]!.start < FIRST_DAYS,
    );
    const { node } = await read(
      'traceCount(timeRange: $range, sessionFilterCondition: $condition) sessionCount(timeRange: $range, sessionFilterCondition: $condition)',
      { condition: 'num_traces > 2', range },
    );
    expect(sessions.length).toBeGreaterThan(0);
    expect(node).toEqual({
      traceCount: sessions.flatMap(({ traces }) => traces).length,
      sessionCount: sessions.length,
    });
  });

  it('cover the traces that meet a condition on traces, too', async () => {
    const condition = 'num_spans > 4';
    const traces = SESSIONS.flatMap((session) => session.traces).filter(
      (trace) => trace.spans.length > 4,
    );
    const spans = traces.flatMap((trace) => trace.spans);
    const isFailed = ({ status }: ModelSpan) => status === 'ERROR';
    const args = 'traceFilterCondition: $condition';
    const { node, messages } = await read(
      `recordCount(${args}) traceCount(${args}) errorCount(${args}) tokenCountTotal(${args})
       latency: latencyMsQuantile(probability: 1, ${args})
       spanLatency: spanLatencyMsQuantile(probability: 1, ${args})
       tools: recordCount(filterCondition: "span_kind == 'TOOL'", ${args})
       failedTools: errorCount(filterCondition: "span_kind == 'TOOL'", ${args})
       both: traceCount(sessionFilterCondition: "num_traces > 2", ${args})
       helpful: spanAnnotationSummary(annotationName: "helpful", ${args}) { count }
       resolved: traceAnnotationSummary(annotationName: "resolved", ${args}) { count }`,
      { condition },
    );
    expect(messages).toBeUndefined();
    const has = (trace: { spans: ModelSpan[] }, holds: (span: ModelSpan) => boolean) =>
      trace.spans.some((span) => holds(span));
    expect(node).toEqual({
      recordCount: spans.length,
      traceCount: traces.length,
      errorCount: traces.filter((trace) => has(trace, isFailed)).length,
      tokenCountTotal: tokens(spans),
      latency: Math.max(...spans.map(endOf)),
      spanLatency: Math.max(...spans.map(({ latency }) => latency)),
      tools: spans.filter(({ kind }) => kind === 'TOOL').length,
      failedTools: traces.filter(
        (trace) => has(trace, ({ kind }) => kind === 'TOOL') && has(trace, isFailed),
      ).length,
      both: SESSIONS.filter((session) => session.traces.length > 2)
        .flatMap((session) => session.traces)
        .filter((trace) => trace.spans.length > 4).length,
      helpful: {
        count: spans
          .flatMap(({ annotations }) => annotations)
          .filter(({ name }) => name === 'helpful').length,
      },
      resolved: { count: traces.flatMap(({ annotations }) => annotations).length },
    });
  });

  it('summarize their annotations', async () => {
    const condition = 'num_traces_with_error > 0 and num_traces > 1';
    const sessions = SESSIONS.filter(
      ({ traces }) =>
        traces.length > 1 &&
        traces.some(({ spans }) => spans.some(({ status }) => status === 'ERROR')),
    );
    const args = 'sessionFilterCondition: $condition';
    const { node, messages } = await read(
      `sessions: sessionAnnotationSummary(annotationName: "csat", ${args}) { count }
       traces: traceAnnotationSummary(annotationName: "resolved", ${args}) { count }
       spans: spanAnnotationSummary(annotationName: "helpful", ${args}) { count }
       all: spanAnnotationSummary(annotationName: "helpful") { count }`,
      { condition },
    );
    expect(messages).toBeUndefined();
    const traces = sessions.flatMap((session) => session.traces);
    const helpful = (from: ModelSession[]) =>
      from
        .flatMap((session) => session.traces)
        .flatMap(({ spans }) => spans)
        .flatMap(({ annotations }) => annotations)
        .filter(({ name }) => name === 'helpful').length;
    expect(node).toEqual({
      sessions: { count: sessions.flatMap(({ annotations }) => annotations).length },
      traces: { count: traces.flatMap(({ annotations }) => annotations).length },
      spans: { count: helpful(sessions) },
      all: { count: helpful(SESSIONS) },
    });
    expect(helpful(sessions)).toBeLessThan(helpful(SESSIONS));
  });

  it.each([
    'recordCount(sessionFilterCondition: $condition)',
    'sessionCount(sessionFilterCondition: $condition)',
    'sessionAnnotationSummary(annotationName: "csat", sessionFilterCondition: $condition) { count }',
  ])('refuse an invalid condition: %s', async (field) => {
    const { messages } = await read(field, { condition: 'num_tracess > 1' });
    expect(messages).toEqual([
      'Unknown name `num_tracess`; did you mean `num_traces`? (at character 1).',
    ]);
  });
});

function endOf({ offset, latency }: ModelSpan): number {
  return offset + latency;
}

import { aProject } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { aSpan } from '../../support/factories/span.js';
import { aTrace, type TraceRow } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const at = (second: number, micros = '000000'): string =>
  `2026-03-01T10:00:${String(second).padStart(2, '0')}.${micros}+00:00`;

interface TracePage {
  edges: { cursor: string; node: Record<string, unknown> & { traceId: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

describe('traces over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const data = async <T>(query: string, variables = {}): Promise<T> => {
    const answer = await server.gql<T>(query, variables);
    expect(answer.errors).toBeUndefined();
    return answer.data as T;
  };
  const codeOf = async (query: string, variables = {}): Promise<string | undefined> =>
    (await server.gql(query, variables)).errors?.[0]?.extensions.code;

  const page = async (projectId: number, args: string, fields = 'traceId'): Promise<TracePage> => {
    const { node } = await data<{ node: { traces: TracePage } }>(
      `query ($id: ID!) { node(id: $id) { ... on Project { traces(${args}) {
         edges { cursor node { ${fields} } } pageInfo { hasNextPage endCursor } } } } }`,
      { id: globalId('Project', projectId) },
    );
    return node.traces;
  };
  const walk = async (projectId: number, args: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let after = ''; ;) {
      const { edges, pageInfo } = await page(projectId, `first: 2, ${args} ${after}`);
      ids.push(...edges.map((edge) => edge.node.traceId));
      if (!pageInfo.hasNextPage) return ids;
      after = `after: "${pageInfo.endCursor}"`;
    }
  };

  it('shows every field of a trace', async () => {
    const session = await aSession(server);
    const trace = await aTrace(server, {
      project_id: session.project_id,
      session_id: session.session_id,
      user_id: 'u',
      start_time: at(0, '120456'),
      end_time: at(2, '120457'),
    });
    const { trace_id } = trace;
    const times = { start_time: at(0, '120456'), end_time: at(2, '120457') };
    const root = await aSpan(server, { trace_id, name: 'root', kind: 'AGENT', ...times });
    const failed = { trace_id, parent_id: root.span_id, status_code: 'ERROR', ...times };
    const exception = (type: string): unknown => ({
      name: 'exception',
      timestamp: at(1),
      attributes: { 'exception.type': type },
    });
    await aSpan(server, { ...failed, kind: 'LLM', prompt_tokens: 3, completion_tokens: 4 });
    await aSpan(server, { ...failed, kind: 'TOOL', events: [exception('ValueError')] });
    await aSpan(server, { ...failed, kind: 'TOOL', events: [exception('ValueError')] });
    const { getTraceByOtelId } = await data<{ getTraceByOtelId: unknown }>(
      `query ($id: String!) { getTraceByOtelId(traceId: $id) {
         id traceId startTime endTime latencyMs projectId projectSessionId userId numSpans errorCount
         tokenCountTotal tokenCountPrompt tokenCountCompletion
         project { id } session { sessionId } rootSpan { name }
         spanCountsByKind { spanKind count } errorsByType { exceptionType count }
         costSummary { prompt { tokens cost } completion { tokens } total { tokens cost } } } }`,
      { id: trace_id },
    );
    expect(getTraceByOtelId).toEqual({
      id: globalId('Trace', trace.id),
      traceId: trace_id,
      startTime: at(0, '120456'),
      endTime: at(2, '120457'),
      latencyMs: 2000.001,
      projectId: globalId('Project', session.project_id),
      projectSessionId: globalId('ProjectSession', session.id),
      userId: 'u',
      numSpans: 4,
      errorCount: 3,
      tokenCountTotal: 7,
      tokenCountPrompt: 3,
      tokenCountCompletion: 4,
      project: { id: globalId('Project', session.project_id) },
      session: { sessionId: session.session_id },
      rootSpan: { name: 'root' },
      spanCountsByKind: [
        { spanKind: 'tool', count: 2 },
        { spanKind: 'agent', count: 1 },
        { spanKind: 'llm', count: 1 },
      ],
      errorsByType: [
        { exceptionType: 'ValueError', count: 2 },
        { exceptionType: null, count: 1 },
      ],
      costSummary: {
        prompt: { tokens: 3, cost: null },
        completion: { tokens: 4 },
        total: { tokens: 7, cost: null },
      },
    });
  });

  it('finds a trace by either ID, but only in its own project', async () => {
    const trace = await aTrace(server);
    const other = await aProject(server);
    const find = (projectId: number, traceId: string) =>
      data(
        `query ($id: ID!, $traceId: ID!) {
           node(id: $id) { ... on Project { trace(traceId: $traceId) { traceId } } } }`,
        { id: globalId('Project', projectId), traceId },
      );
    const found = { node: { trace: { traceId: trace.trace_id } } };
    expect(await find(trace.project_id, trace.trace_id)).toEqual(found);
    expect(await find(trace.project_id, globalId('Trace', trace.id))).toEqual(found);
    for (const [projectId, id] of [
      [other.id, trace.trace_id],
      [trace.project_id, 'unknown'],
      [trace.project_id, globalId('Trace', 999_999)],
      [trace.project_id, 'nul\0'],
    ] as const) {
      expect(await find(projectId, id)).toEqual({ node: { trace: null } });
    }
    expect(await data('{ getTraceByOtelId(traceId: "unknown") { id } }')).toEqual({
      getTraceByOtelId: null,
    });
    const byNode = await data('query ($id: ID!) { node(id: $id) { __typename id } }', {
      id: globalId('Trace', trace.id),
    });
    expect(byNode).toEqual({ node: { __typename: 'Trace', id: globalId('Trace', trace.id) } });
    expect(await codeOf(`{ node(id: "${globalId('Trace', 999_999)}") { id } }`)).toBe('NOT_FOUND');
  });

  it('pages exactly in every order, including ties', async () => {
    const project = await aProject(server);
    const seconds = [5, 3, 9, 3, 1, 9, 7];
    const traces: TraceRow[] = [];
    for (const [index, second] of seconds.entries()) {
      traces.push(
        await aTrace(server, {
          project_id: project.id,
          start_time: at(second),
          end_time: at(second + (second % 4)),
          prompt_tokens: index % 3,
        }),
      );
    }
    const values = {
      startTime: (trace: TraceRow) => Date.parse(trace.start_time),
      latencyMs: (trace: TraceRow) => Date.parse(trace.end_time) - Date.parse(trace.start_time),
      tokenCountTotal: (trace: TraceRow) => trace.prompt_tokens,
    };
    for (const [col, value] of Object.entries(values)) {
      for (const [dir, sign] of [
        ['asc', 1],
        ['desc', -1],
      ] as const) {
        const expected = traces.toSorted((a, b) => sign * (value(a) - value(b) || a.id - b.id));
        expect(await walk(project.id, `sort: {col: ${col}, dir: ${dir}}`)).toEqual(
          expected.map((trace) => trace.trace_id),
        );
      }
    }
    expect(await walk(project.id, '')).toEqual(traces.map((trace) => trace.trace_id));
  });

  it('filters by status, session and start', async () => {
    const session = await aSession(server);
    const of = { project_id: session.project_id };
    const failed = await aTrace(server, { ...of, error_count: 2, start_time: at(1) });
    const fine = await aTrace(server, { ...of, session_id: session.session_id, start_time: at(2) });
    const only = async (args: string) =>
      (await page(session.project_id, `first: 9, ${args}`)).edges.map((edge) => edge.node.traceId);
    expect(await only('filter: {status: ERROR}')).toEqual([failed.trace_id]);
    expect(await only('filter: {status: OK}')).toEqual([fine.trace_id]);
    expect(await only(`filter: {sessionId: "${session.session_id}"}`)).toEqual([fine.trace_id]);
    expect(await only('filter: {sessionId: "nul\\u0000"}')).toEqual([]);
    expect(await only(`timeRange: {start: "${at(2)}"}`)).toEqual([fine.trace_id]);
    expect(await only(`timeRange: {end: "${at(2)}"}`)).toEqual([failed.trace_id]);
    expect(await only('filter: null, timeRange: null, sort: null')).toHaveLength(2);
  });

  it('needs the same number of queries for one trace as for twenty', async () => {
    const count = async (traces: number): Promise<number> => {
      const session = await aSession(server);
      for (let index = 0; index < traces; index++) {
        const { trace_id } = await aTrace(server, {
          project_id: session.project_id,
          session_id: session.session_id,
        });
        const root = await aSpan(server, { trace_id, status_code: 'ERROR' });
        await aSpan(server, { trace_id, parent_id: root.span_id });
      }
      const { statements } = await server.countQueries(() =>
        page(
          session.project_id,
          'first: 50',
          `traceId project { name } session { id } projectSessionId
           rootSpan { name cumulativeTokenCountTotal propagatedStatusCode input { value } }
           spanCountsByKind { count } errorsByType { count }
           spans(first: 5) { edges { node { name numChildSpans trace { traceId } } } }`,
        ),
      );
      return statements.length;
    };
    expect(await count(20)).toBe(await count(1));
  });

  it.each([
    ['', '`first` is required'],
    ['first: 0', '`first` must be a positive integer'],
    ['first: 1001', '`first` must be less than or equal to 1000'],
    ['first: 1, last: 1', 'Backward pagination with `last` is not supported'],
    ['first: 1, before: "x"', 'Backward pagination with `before` is not supported'],
    ['first: 1, after: "nonsense"', 'Invalid cursor'],
    ['first: 1, after: "MTpJTlQ6MQ=="', 'Invalid cursor'],
  ])('refuses a page of (%s)', async (args, message) => {
    const trace = await aTrace(server);
    for (const [type, id] of [
      ['Project', trace.project_id],
      ['Trace', trace.id],
    ] as const) {
      const fields = type === 'Project' ? ['traces', 'spans'] : ['spans'];
      for (const field of fields) {
        const call = args === '' ? field : `${field}(${args})`;
        const answer = await server.gql(
          `{ node(id: "${globalId(type, id)}") { ... on ${type} { ${call} { edges { cursor } } } } }`,
        );
        expect(answer.errors?.[0]?.message).toContain(message);
        expect(answer.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      }
    }
  });
});

import { aProject } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { aSpan } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();

interface Page<Node> {
  edges: { cursor: string; node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

describe('sessions over GraphQL', () => {
  let server: TestServer;
  let projectId: number;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    await emptyDatabase(server);
    projectId = (await aProject(server, { name: 'app' })).id;
  });
  afterAll(() => server.stop());

  const page = async (args: string): Promise<Page<{ sessionId: string }>> => {
    const { data, errors } = await server.gql<{
      getProjectByName: { sessions: Page<{ sessionId: string }> };
    }>(`{ getProjectByName(name: "app") { sessions(${args}) {
           edges { cursor node { sessionId } } pageInfo { hasNextPage endCursor } } } }`);
    expect(errors).toBeUndefined();
    return data!.getProjectByName.sessions;
  };
  const ids = async (args: string) => (await page(args)).edges.map((edge) => edge.node.sessionId);

  const session = async (sessionId: string, fields: string) => {
    const { data, errors } = await server.gql<{ session: Record<string, unknown> | null }>(
      `query ($id: String!) { session: getProjectSessionById(sessionId: $id) { ${fields} } }`,
      { id: sessionId },
    );
    expect(errors).toBeUndefined();
    return data!.session;
  };

  describe('Project.sessions', () => {
    beforeEach(async () => {
      const times = { b: [2, 9], d: [4, 5], a: [1, 8], c: [4, 7] };
      for (const [name, [start, end]] of Object.entries(times)) {
        await aSession(server, {
          session_id: name,
          project_id: projectId,
          start_time: at(start!),
          end_time: at(end!),
        });
      }
      await aSession(server, { session_id: 'elsewhere' });
    });

    it.each([
      ['', ['b', 'd', 'a', 'c']],
      ['sort: { col: startTime, dir: asc }', ['a', 'b', 'd', 'c']],
      ['sort: { col: startTime, dir: desc }', ['c', 'd', 'b', 'a']],
      ['sort: { col: endTime, dir: asc }', ['d', 'c', 'a', 'b']],
      ['sort: { col: numTraces, dir: asc }', ['b', 'd', 'a', 'c']],
      ['sort: { col: tokenCountTotal, dir: desc }', ['c', 'a', 'd', 'b']],
    ])('are sorted by %j, with the same result on one page and on many', async (sort, expected) => {
      expect(await ids(`first: 10, ${sort}`)).toEqual(expected);
      const paged: string[] = [];
      for (let after = ''; ;) {
        const { edges, pageInfo } = await page(`first: 1, ${sort} ${after}`);
        paged.push(...edges.map((edge) => edge.node.sessionId));
        if (!pageInfo.hasNextPage) break;
        after = `, after: "${pageInfo.endCursor}"`;
      }
      expect(paged).toEqual(expected);
    });

    it('are sorted by totals over the traces that began in the range', async () => {
      const trace = (session_id: string, minute: number, prompt_tokens: number) =>
        aTrace(server, {
          project_id: projectId,
          session_id,
          start_time: at(minute),
          end_time: at(minute),
          prompt_tokens,
        });
      await trace('a', 5, 1);
      await trace('a', 6, 1);
      await trace('b', 2, 100);
      await trace('b', 5, 50);
      // Ties are sorted by row id in the same direction.
      const byTraces = 'first: 9, sort: { col: numTraces, dir: desc }';
      expect(await ids(byTraces)).toEqual(['a', 'b', 'c', 'd']);
      expect(await ids('first: 2, sort: { col: tokenCountTotal, dir: desc }')).toEqual(['b', 'a']);
      const range = `timeRange: { start: "${at(3)}", end: "${at(8)}" }`;
      expect(await ids(`first: 1, ${range}, sort: { col: numTraces, dir: desc }`)).toEqual(['a']);
    });

    it('are included in every range that they overlap', async () => {
      const within = (start: number, end: number) =>
        ids(
          `first: 9, sort: { col: startTime, dir: asc },
           timeRange: { start: "${at(start)}", end: "${at(end)}" }`,
        );
      expect(await within(6, 7)).toEqual(['a', 'b', 'c']);
      expect(await within(0, 2)).toEqual(['a']);
      expect(await within(9, 20)).toEqual(['b']);
      expect(await within(10, 20)).toEqual([]);
    });

    it.each([
      ['', '`first` is required'],
      ['(first: null)', '`first` is required'],
      ['(first: 0)', '`first` must be a positive integer'],
      ['(first: 1001)', '`first` must be less than or equal to 1000'],
      ['(first: 1, last: 1)', 'Backward pagination with `last` is not supported'],
      ['(first: 1, before: "x")', 'Backward pagination with `before` is not supported'],
    ])('refuse %j', async (args, message) => {
      const { errors } = await server.gql(
        `{ getProjectByName(name: "app") { sessions${args} { edges { cursor } } } }`,
      );
      expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
    });

    it('refuse a cursor of another order', async () => {
      const { edges } = await page('first: 1, sort: { col: startTime, dir: asc }');
      for (const cursor of [edges[0]!.cursor, 'nonsense', '']) {
        const { errors } = await server.gql(
          `{ getProjectByName(name: "app") { sessions(first: 1, after: "${cursor}",
             sort: { col: numTraces, dir: asc }) { edges { cursor } } } }`,
        );
        expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      }
    });
  });

  const root = (trace_id: string, minute: number, more: object) => {
    const times = { start_time: at(minute), end_time: at(minute + 1) };
    return aSpan(server, {
      project_id: projectId,
      session_id: 'chat',
      trace_id,
      ...times,
      ...more,
    });
  };

  it('show totals, the first input and the last output of their root spans', async () => {
    await root('late', 20, { status_code: 'ERROR', prompt_tokens: 4 });
    const last = await root('middle', 10, {
      output_preview: '{"answer":1}',
      output_mime_type: 'application/json',
      user_id: 'second',
    });
    const first = await root('early', 1, {
      input_preview: 'hello',
      prompt_tokens: 1,
      completion_tokens: 2,
      attributes: { 'input.value': 'hello' },
    });
    await aSpan(server, {
      project_id: projectId,
      session_id: 'chat',
      trace_id: 'early',
      parent_id: first.span_id,
      start_time: at(0),
      input_preview: 'of a child',
    });
    expect(
      await session(
        'chat',
        `numTraces numTracesWithError userId tokenUsage { prompt completion total }
         costSummary { total { tokens cost } } project { name } startTime
         firstInput { mimeType truncatedValue value } lastOutput { mimeType truncatedValue }
         p0: traceLatencyMsQuantile(probability: 0) p1: traceLatencyMsQuantile(probability: 1)`,
      ),
    ).toMatchObject({
      numTraces: 3,
      numTracesWithError: 1,
      userId: 'second',
      tokenUsage: { prompt: 5, completion: 2, total: 7 },
      costSummary: { total: { tokens: 7, cost: null } },
      project: { name: 'app' },
      startTime: '2026-03-01T10:01:00+00:00',
      firstInput: { mimeType: 'text', truncatedValue: 'hello', value: 'hello' },
      lastOutput: { mimeType: 'json', truncatedValue: '{"answer":1}' },
      p0: 60_000,
    });
    expect(last.trace_id).toBe('middle');
  });

  it('show their traces by start, but not those of other projects, page by page', async () => {
    const same = { session_id: 'chat', start_time: at(2), end_time: at(3) };
    await aTrace(server, { ...same, trace_id: 't2', project_id: projectId });
    await aTrace(server, { ...same, trace_id: 't3', project_id: projectId });
    await aTrace(server, { ...same, trace_id: 't1', project_id: projectId, start_time: at(1) });
    await aTrace(server, { ...same, trace_id: 'other', start_time: at(0), end_time: at(1) });
    const traceIds: string[] = [];
    for (let after = ''; ;) {
      const found = await session(
        'chat',
        `traces(first: 1${after}) { edges { node { traceId } } pageInfo { hasNextPage endCursor } }`,
      );
      const { edges, pageInfo } = found!['traces'] as Page<{ traceId: string }>;
      traceIds.push(...edges.map((edge) => edge.node.traceId));
      if (!pageInfo.hasNextPage) break;
      after = `, after: "${pageInfo.endCursor}"`;
    }
    expect(traceIds).toEqual(['t1', 't2', 't3']);
    const { errors } = await server.gql(
      '{ getProjectSessionById(sessionId: "chat") { traces { edges { cursor } } } }',
    );
    expect(errors?.[0]?.message).toBe('`first` is required');
  });

  it('are found by session ID and by global ID, and show zeros if empty', async () => {
    const { id } = await aSession(server, { session_id: 'empty', project_id: projectId });
    const { data } = await server.gql(
      `{ node(id: "${globalId('ProjectSession', id)}") { __typename ... on ProjectSession {
           sessionId numTraces userId tokenUsage { total } firstInput { value } lastOutput { value }
           traceLatencyMsQuantile(probability: 0.5) traces(first: 1) { edges { cursor } } } } }`,
    );
    expect(data).toEqual({
      node: {
        __typename: 'ProjectSession',
        sessionId: 'empty',
        numTraces: 0,
        userId: null,
        tokenUsage: { total: 0 },
        firstInput: null,
        lastOutput: null,
        traceLatencyMsQuantile: null,
        traces: { edges: [] },
      },
    });
    expect(await session('nobody', 'id')).toBeNull();
    expect(await session('\0', 'id')).toBeNull();
  });

  it('need no more queries for ten sessions than for one', async () => {
    const statementsOf = async (first: number) => {
      const { statements, result } = await server.countQueries(() =>
        server.gql<{ projects: { edges: { node: { sessions: Page<unknown> } }[] } }>(
          `{ projects { edges { node { sessions(first: ${first}) { edges { node {
               sessionId numTraces numTracesWithError userId tokenUsage { total }
               firstInput { value } lastOutput { value } project { name }
               p50: traceLatencyMsQuantile(probability: 0.5)
               p99: traceLatencyMsQuantile(probability: 0.99)
               traces(first: 5) { edges { node { traceId session { sessionId } } } }
             } } } } } } }`,
        ),
      );
      expect(result.errors).toBeUndefined();
      const shown = result.data!.projects.edges.flatMap(({ node }) => node.sessions.edges);
      return { shown: shown.length, statements: statements.length };
    };
    for (let i = 0; i < 10; i++) {
      await aSpan(server, {
        project_id: projectId,
        session_id: `s${i}`,
        input_preview: 'in',
        output_preview: 'out',
      });
    }
    await aSpan(server, { session_id: 'elsewhere', input_preview: 'in', output_preview: 'out' });
    const ten = await statementsOf(10);
    expect(ten.shown).toBe(11);
    expect(ten.statements).toBe((await statementsOf(1)).statements);
  });
});

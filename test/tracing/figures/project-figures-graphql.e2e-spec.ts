import { aProject } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { aSpan } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const day = (date: number, time = '00:00:00') => `2026-01-0${date}T${time}+00:00`;

const FIGURES = `
  startTime endTime hasTraces streamingLastUpdatedAt recordCount traceCount errorCount
  tokenCountTotal tokenCountPrompt tokenCountCompletion
  costSummary { prompt { tokens cost } completion { tokens cost } total { tokens cost } }
  p50: latencyMsQuantile(probability: 0.5) p100: latencyMsQuantile(probability: 1)
  spanLatencyMsQuantile(probability: 0.5)
  sessionCount averageSessionDurationMs averageTracesPerSession
  sessionDurationMsQuantile(probability: 0.5)
  ingestionErrorCount ingestionErrors(first: 2) { edges { node { reason } } }
  sessions(first: 2, sort: { col: startTime, dir: desc }) { edges { node { sessionId } } }`;

describe('figures of projects over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const figures = async (name: string, fields: string): Promise<Record<string, unknown>> => {
    const { data, errors } = await server.gql<{ project: Record<string, unknown> }>(
      `query ($name: String!) { project: getProjectByName(name: $name) { ${fields} } }`,
      { name },
    );
    expect(errors).toBeUndefined();
    return data!.project;
  };

  async function fill(name: string): Promise<void> {
    const project = await aProject(server, { name });
    const shared = { project_id: project.id };
    await aSpan(server, {
      ...shared,
      trace_id: `${name}-1`,
      session_id: `${name}-long`,
      start_time: day(1),
      end_time: day(1, '00:00:01'),
      prompt_tokens: 10,
      completion_tokens: 5,
    });
    await aSpan(server, {
      ...shared,
      trace_id: `${name}-1`,
      start_time: day(1),
      end_time: day(1, '00:00:03'),
      status_code: 'ERROR',
    });
    await aSpan(server, {
      ...shared,
      trace_id: `${name}-2`,
      session_id: `${name}-long`,
      start_time: day(3),
      end_time: day(3, '00:00:01'),
      prompt_tokens: 100,
    });
    await aSpan(server, {
      ...shared,
      trace_id: `${name}-3`,
      session_id: `${name}-short`,
      start_time: day(2),
      end_time: day(2, '00:00:00.5'),
    });
  }

  it('cover everything without a range', async () => {
    await fill('app');
    expect(await figures('app', FIGURES)).toEqual({
      startTime: day(1),
      endTime: day(3, '00:00:01'),
      hasTraces: true,
      streamingLastUpdatedAt: expect.stringMatching(/\+00:00$/),
      recordCount: 4,
      traceCount: 3,
      errorCount: 1,
      tokenCountTotal: 115,
      tokenCountPrompt: 110,
      tokenCountCompletion: 5,
      costSummary: {
        prompt: { tokens: 110, cost: null },
        completion: { tokens: 5, cost: null },
        total: { tokens: 115, cost: null },
      },
      p50: 1000,
      p100: 3000,
      spanLatencyMsQuantile: 1000,
      sessionCount: 2,
      averageSessionDurationMs: (2 * 86_400_000 + 1000 + 500) / 2,
      averageTracesPerSession: 1.5,
      sessionDurationMsQuantile: (2 * 86_400_000 + 1000 + 500) / 2,
      ingestionErrorCount: 0,
      ingestionErrors: { edges: [] },
      sessions: {
        edges: [{ node: { sessionId: 'app-short' } }, { node: { sessionId: 'app-long' } }],
      },
    });
  });

  it('count traces that began in the range, and sessions that overlap it', async () => {
    await fill('app');
    // The start is inclusive and the end exclusive. The long session covers the whole range.
    const range = `timeRange: { start: "${day(2)}", end: "${day(3)}" }`;
    const found = await figures(
      'app',
      `recordCount(${range}) traceCount(${range}) errorCount(${range}) tokenCountTotal(${range})
       latencyMsQuantile(probability: 0.9, ${range}) sessionCount(${range})
       spanLatencyMsQuantile(probability: 0, ${range}) averageTracesPerSession(${range})
       open: traceCount(timeRange: { start: "${day(2)}" })
       none: averageSessionDurationMs(timeRange: { end: "2020-01-01" })
       nobody: latencyMsQuantile(probability: 0.5, timeRange: { end: "2020-01-01" })`,
    );
    expect(found).toEqual({
      recordCount: 1,
      traceCount: 1,
      errorCount: 0,
      tokenCountTotal: 0,
      latencyMsQuantile: 500,
      sessionCount: 2,
      spanLatencyMsQuantile: 500,
      averageTracesPerSession: 1,
      open: 2,
      none: null,
      nobody: null,
    });
  });

  it('are zero or null for a project without traces', async () => {
    expect(await figures('default', FIGURES)).toMatchObject({
      startTime: null,
      endTime: null,
      hasTraces: false,
      streamingLastUpdatedAt: null,
      recordCount: 0,
      tokenCountTotal: 0,
      p50: null,
      sessionCount: 0,
      averageSessionDurationMs: null,
      averageTracesPerSession: null,
      sessionDurationMsQuantile: null,
    });
  });

  it.each([-0.1, 1.1])('refuse the probability %d', async (probability) => {
    const { errors } = await server.gql(
      `{ getProjectByName(name: "default") { latencyMsQuantile(probability: ${probability}) } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('need no more queries for ten projects than for one', async () => {
    const statementsOf = async (first: number) => {
      const { statements, result } = await server.countQueries(() =>
        server.gql<{ projects: { edges: unknown[] } }>(
          `{ projects(first: ${first}) { edges { node { id name ${FIGURES} } } } }`,
        ),
      );
      expect(result.errors).toBeUndefined();
      expect(result.data?.projects.edges).toHaveLength(first);
      return statements.length;
    };
    for (let i = 0; i < 9; i++) await fill(`app${i}`);
    const ten = await statementsOf(10);
    expect(ten).toBe(await statementsOf(1));
    // The page, sums, three quantiles, two for sessions, activity, and two for errors.
    expect(ten).toBeLessThanOrEqual(12);
  });

  it('show when anything last changed', async () => {
    const last = async () => {
      const { data } = await server.gql<{ projectsLastUpdatedAt: string }>(
        '{ projectsLastUpdatedAt }',
      );
      return data!.projectsLastUpdatedAt;
    };
    const before = await last();
    await aSpan(server, { ingested_at: '2099-01-01T00:00:00.000001+00:00' });
    expect(before < (await last())).toBe(true);
    expect(await last()).toBe('2099-01-01T00:00:00.000001+00:00');
  });

  it('page through the spans that could not be stored, newest first', async () => {
    for (const reason of ['a', 'b', 'c']) {
      await server.sql(
        "INSERT INTO ingestion_errors (project_id, reason, message) VALUES (1, $1, 'm')",
        [reason],
      );
    }
    const fields = (after: string) =>
      `ingestionErrorCount ingestionErrors(first: 2${after}) {
         edges { cursor node { id reason message occurredAt } } pageInfo { hasNextPage } }`;
    interface Page {
      edges: { cursor: string; node: { id: string; reason: string } }[];
    }
    const first = await figures('default', fields(''));
    expect(first).toMatchObject({
      ingestionErrorCount: 3,
      ingestionErrors: {
        edges: [{ node: { reason: 'c' } }, { node: { reason: 'b' } }],
        pageInfo: { hasNextPage: true },
      },
    });
    const { edges } = first['ingestionErrors'] as Page;
    const second = await figures('default', fields(`, after: "${edges[1]!.cursor}"`));
    expect(second).toMatchObject({
      ingestionErrors: { edges: [{ node: { reason: 'a' } }], pageInfo: { hasNextPage: false } },
    });
    const { data } = await server.gql(
      '{ node(id: "' + edges[0]!.node.id + '") { ... on IngestionError { reason } } }',
    );
    expect(data).toEqual({ node: { reason: 'c' } });
  });

  it('count a session without the traces of another project with its ID', async () => {
    const one = await aProject(server, { name: 'one' });
    const two = await aProject(server, { name: 'two' });
    await aSession(server, { session_id: 's', project_id: one.id });
    await aTrace(server, { session_id: 's', project_id: two.id });
    expect(await figures('one', 'sessionCount averageTracesPerSession')).toEqual({
      sessionCount: 1,
      averageTracesPerSession: null,
    });
    expect(await figures('two', 'sessionCount averageTracesPerSession')).toEqual({
      sessionCount: 1,
      averageTracesPerSession: 1,
    });
  });
});

import { aProject } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { aSpan } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

describe('changing traces over GraphQL', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const remove = (traceIds: string[]) =>
    server.gql(
      'mutation ($traceIds: [ID!]!) { deleteTraces(traceIds: $traceIds) { __typename } }',
      {
        traceIds,
      },
    );
  const move = (traceIds: string[], projectId: number) =>
    server.gql(
      `mutation ($traceIds: [ID!]!, $projectId: ID!) {
         transferTracesToProject(traceIds: $traceIds, projectId: $projectId) { projectCount } }`,
      { traceIds, projectId: globalId('Project', projectId) },
    );
  const sessionOf = async (sessionId: string) =>
    (
      await server.sql<{ project_id: number; start_time: string }>(
        'SELECT project_id, start_time FROM project_sessions WHERE session_id = $1',
        [sessionId],
      )
    )[0];

  it('deletes traces and sessions left empty, and shortens the other sessions', async () => {
    const emptied = await aSession(server);
    const { project_id } = emptied;
    const kept = await aSession(server, { project_id });
    const gone = await aTrace(server, { project_id, session_id: emptied.session_id });
    await aSpan(server, { trace_id: gone.trace_id });
    const early = await aTrace(server, {
      project_id,
      session_id: kept.session_id,
      start_time: '2026-01-01T00:00:00+00:00',
    });
    const late = await aTrace(server, { project_id, session_id: kept.session_id });
    const answer = await remove([globalId('Trace', gone.id), globalId('Trace', early.id)]);
    expect(answer).toEqual({ data: { deleteTraces: { __typename: 'Query' } } });
    expect(await sessionOf(emptied.session_id)).toBeUndefined();
    expect(await sessionOf(kept.session_id)).toMatchObject({ start_time: late.start_time });
    expect(
      await server.sql('SELECT 1 FROM spans WHERE trace_id = $1', [gone.trace_id]),
    ).toHaveLength(0);
  });

  it('moves a session together with all its traces', async () => {
    const destination = await aProject(server);
    const whole = await aSession(server);
    const { project_id } = whole;
    const split = await aSession(server, { project_id });
    const traces = [
      await aTrace(server, { project_id, session_id: whole.session_id }),
      await aTrace(server, { project_id, session_id: whole.session_id }),
      await aTrace(server, { project_id, session_id: split.session_id }),
    ];
    await aTrace(server, { project_id, session_id: split.session_id });
    const answer = await move(
      traces.map((trace) => globalId('Trace', trace.id)),
      destination.id,
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toEqual({ transferTracesToProject: { projectCount: expect.any(Number) } });
    expect(await sessionOf(whole.session_id)).toMatchObject({ project_id: destination.id });
    expect(await sessionOf(split.session_id)).toMatchObject({ project_id });
  });

  it('changes nothing if a trace is missing, the list is empty or projects are mixed', async () => {
    const a = await aTrace(server);
    const b = await aTrace(server);
    const [idA, idB] = [globalId('Trace', a.id), globalId('Trace', b.id)];
    const codes = async (traceIds: string[]) => [
      (await remove(traceIds)).errors?.[0]?.extensions.code,
      (await move(traceIds, a.project_id)).errors?.[0]?.extensions.code,
    ];
    expect(await codes([])).toEqual(['BAD_USER_INPUT', 'BAD_USER_INPUT']);
    expect(await codes([idA, globalId('Trace', 999_999)])).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await codes([idA, globalId('Span', 1)])).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await codes([idA, idB])).toEqual(['UNPROCESSABLE', 'UNPROCESSABLE']);
    expect((await move([idA], 999_999)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    const left = await server.sql('SELECT 1 FROM traces WHERE id = ANY($1)', [[a.id, b.id]]);
    expect(left).toHaveLength(2);
  });
});

import { aSessionAnnotation } from '../../support/factories/annotation.js';
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
  const sessionsOf = (sessionId: string) =>
    server.sql<{ id: number; project_id: number; start_time: string }>(
      'SELECT id, project_id, start_time FROM project_sessions WHERE session_id = $1 ORDER BY project_id',
      [sessionId],
    );
  const annotationsOf = (sessionIds: string[], more = '') =>
    server.sql(
      `SELECT name, project_id, target_id ${more && `, ${more}`} FROM session_annotations
        WHERE session_id = ANY($1) ORDER BY name`,
      [sessionIds],
    );
  const sessionOf = async (sessionId: string) => (await sessionsOf(sessionId))[0];

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
    await aSessionAnnotation(server, whole, { name: 'moves' });
    await aSessionAnnotation(server, split, { name: 'stays' });
    const traces = [
      await aTrace(server, { project_id, session_id: whole.session_id }),
      await aTrace(server, { project_id, session_id: whole.session_id }),
      await aTrace(server, {
        project_id,
        session_id: split.session_id,
        start_time: '2026-01-01T00:00:00+00:00',
      }),
    ];
    const staying = await aTrace(server, { project_id, session_id: split.session_id });
    const answer = await move(
      traces.map((trace) => globalId('Trace', trace.id)),
      destination.id,
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toEqual({ transferTracesToProject: { projectCount: expect.any(Number) } });
    expect(await sessionsOf(whole.session_id)).toMatchObject([
      { id: whole.id, project_id: destination.id },
    ]);
    expect(await sessionsOf(split.session_id)).toEqual(
      [
        { id: split.id, project_id, start_time: staying.start_time },
        {
          id: expect.any(Number),
          project_id: destination.id,
          start_time: '2026-01-01T00:00:00+00:00',
        },
      ].toSorted((a, b) => a.project_id - b.project_id),
    );
    expect(await annotationsOf([whole.session_id, split.session_id])).toEqual([
      { name: 'moves', project_id: destination.id, target_id: whole.id },
      { name: 'stays', project_id, target_id: split.id },
    ]);
  });

  it.each(['earlier', 'later'] as const)(
    'adds the traces of a session to one with the same ID in a project that is %s',
    async (which) => {
      const [first, second] = [await aProject(server), await aProject(server)];
      const [from, to] = which === 'earlier' ? [second, first] : [first, second];
      const session_id = `shared with an ${which} one`;
      const left = await aSession(server, { session_id, project_id: from.id });
      const joined = await aSession(server, { session_id, project_id: to.id });
      for (const [session, name, label] of [
        [left, 'only left', 'left'],
        [left, 'both', 'left'],
        [joined, 'both', 'joined'],
      ] as const) {
        await aSessionAnnotation(server, session, { name, label });
      }
      const moved = await aTrace(server, {
        session_id,
        project_id: from.id,
        start_time: '2026-01-01T00:00:00+00:00',
      });
      await aTrace(server, { session_id, project_id: to.id });
      expect((await move([globalId('Trace', moved.id)], to.id)).errors).toBeUndefined();
      expect(await sessionsOf(session_id)).toEqual([
        { id: joined.id, project_id: to.id, start_time: moved.start_time },
      ]);
      const kept = { project_id: to.id, target_id: joined.id };
      expect(await annotationsOf([session_id], 'label')).toEqual([
        { name: 'both', label: 'joined', ...kept },
        { name: 'only left', label: 'left', ...kept },
      ]);
    },
  );

  it('removes a session from the queues of the project that it leaves', async () => {
    const destination = await aProject(server);
    const session = await aSession(server);
    const { project_id, session_id } = session;
    const trace = await aTrace(server, { project_id, session_id });
    await server.sql(
      `WITH queue AS (
         INSERT INTO annotation_queues (project_id, name, target) VALUES ($1, 'to review', 'SESSION')
         RETURNING id)
       INSERT INTO annotation_queue_items (queue_id, position, session_id, project_id)
       SELECT id, 1, $2, $1 FROM queue`,
      [project_id, session_id],
    );
    await move([globalId('Trace', trace.id)], destination.id);
    expect(await sessionsOf(session_id)).toMatchObject([{ id: session.id }]);
    expect(
      await server.sql('SELECT 1 FROM annotation_queue_items WHERE session_id = $1', [session_id]),
    ).toEqual([]);
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

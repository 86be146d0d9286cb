import { globalId } from '../../support/global-id.js';
import { newTraceId, sendTraces, type TraceToSend } from '../../support/send-traces.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { emptyDatabase } from '../../support/reset.js';

const ID = 'conv-1';
const NOON = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const PROJECTS = ['shop', 'desk'] as const;
type Project = (typeof PROJECTS)[number];

interface SessionRow {
  id: number;
  project: Project;
  start: string;
  traces: string[];
}

describe('the same session ID in two projects', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  /** Sends a trace with a root span of a minute. Returns its ID. */
  async function send(project: Project, minute: number, given: TraceToSend = {}): Promise<string> {
    const traceId = given.traceId ?? newTraceId();
    await sendTraces(server.url, [
      {
        project,
        startedAt: new Date(NOON + minute * MINUTE),
        durationMs: MINUTE,
        attributes: { 'session.id': ID, 'llm.token_count.prompt': 5 },
        kind: 'LLM',
        ...given,
        traceId,
      },
    ]);
    return traceId;
  }

  /** Lists the sessions with an ID, with the traces that have their project and ID. */
  const listSessions = async (id = ID): Promise<SessionRow[]> => {
    const sessions = await server.sql<Omit<SessionRow, 'traces'> & { projectId: number }>(
      `SELECT s.id, s.project_id AS "projectId", p.name AS project,
              to_char(s.start_time AT TIME ZONE 'UTC', 'HH24:MI') AS start
         FROM project_sessions s JOIN projects p ON p.id = s.project_id
        WHERE s.session_id = $1 ORDER BY p.name`,
      [id],
    );
    const traces = await server.sql<{ projectId: number; traceId: string }>(
      `SELECT project_id AS "projectId", trace_id AS "traceId" FROM traces
        WHERE session_id = $1 ORDER BY start_time`,
      [id],
    );
    return sessions.map(({ projectId, ...session }) => ({
      ...session,
      traces: traces.filter((trace) => trace.projectId === projectId).map(({ traceId }) => traceId),
    }));
  };
  const readSession = async (query: object = {}) => {
    const { body } = await server.request.get(`/v1/sessions/${ID}`).query(query).expect(200);
    return body.data;
  };
  const projectId = async (name: Project) => {
    const [row] = await server.sql<{ id: number }>('SELECT id FROM projects WHERE name = $1', [
      name,
    ]);
    return globalId('Project', row!.id);
  };

  it.each<[Project, Project]>([
    ['shop', 'desk'],
    ['desk', 'shop'],
  ])('is two sessions, whichever is stored first (%s)', async (first, second) => {
    const ofFirst = await send(first, 10);
    const ofSecond = await send(second, 0);
    expect(await listSessions()).toEqual(
      [
        { id: expect.any(Number), project: first, start: '12:10', traces: [ofFirst] },
        { id: expect.any(Number), project: second, start: '12:00', traces: [ofSecond] },
      ].toSorted((a, b) => (a.project < b.project ? -1 : 1)),
    );
    for (const [project, traceId] of [
      [first, ofFirst],
      [second, ofSecond],
    ] as const) {
      const id = await projectId(project);
      const list = await server.request.get(`/v1/projects/${project}/sessions`).expect(200);
      expect(list.body.data).toHaveLength(1);
      const session = await readSession({ project_identifier: project });
      expect(session).toEqual(list.body.data[0]);
      expect(session).toMatchObject({
        project_id: id,
        traces: [{ trace_id: traceId }],
        token_count_total: 5,
      });
      const traces = await server.request
        .get(`/v1/projects/${project}/traces`)
        .query({ session_identifier: ID })
        .expect(200);
      expect(traces.body.data).toMatchObject([{ trace_id: traceId }]);
    }
    // Without a project, it is the one with the most recent activity.
    expect((await readSession()).traces).toMatchObject([{ trace_id: ofFirst }]);
    await send(second, 60);
    expect((await readSession()).traces).toMatchObject([{ trace_id: ofSecond }, {}]);
    const all = await server.request.get('/v1/sessions').expect(200);
    expect(all.body.data).toHaveLength(2);
  });

  it('has the figures, turns and costs of its own project in GraphQL', async () => {
    const traces = { shop: [await send('shop', 0)], desk: [await send('desk', 1)] };
    traces.shop.push(await send('shop', 2));
    const { data, errors } = await server.gql<{
      projects: { edges: { node: { name: string; sessions: object; traces: object } }[] };
      getProjectSessionById: { project: { name: string } };
    }>(
      `{ projects { edges { node { name sessionCount averageTracesPerSession
           sessions(first: 10, sessionFilterCondition: "num_traces < 2 or token_count_total == 10") {
             edges { node { sessionId numTraces tokenUsage { total }
               costDetailSummaryEntries { tokenType } unpricedModels { spanCount }
               firstInputPreview { truncatedValue } traceLatencyMsQuantile(probability: 0.5)
               project { name } traces(first: 5) { edges { node { traceId session { project { name } } } } } } } } } } }
         getProjectSessionById(sessionId: "${ID}") { project { name } } }`,
    );
    expect(errors).toBeUndefined();
    for (const project of PROJECTS) {
      const { node } = data!.projects.edges.find((edge) => edge.node.name === project)!;
      const count = traces[project].length;
      expect(node).toMatchObject({
        sessionCount: 1,
        averageTracesPerSession: count,
        sessions: {
          edges: [
            {
              node: {
                sessionId: ID,
                numTraces: count,
                tokenUsage: { total: 5 * count },
                traceLatencyMsQuantile: MINUTE,
                project: { name: project },
                traces: {
                  edges: traces[project].map((traceId) => ({
                    node: { traceId, session: { project: { name: project } } },
                  })),
                },
              },
            },
          ],
        },
      });
    }
    expect(data!.getProjectSessionById).toEqual({ project: { name: 'shop' } });
    const named = await server.gql<{ getProjectSessionById: object | null }>(
      `query ($projectId: ID!) {
         getProjectSessionById(sessionId: "${ID}", projectId: $projectId) { project { name } } }`,
      { projectId: await projectId('desk') },
    );
    expect(named.data).toEqual({ getProjectSessionById: { project: { name: 'desk' } } });
  });

  it('is two sessions if both arrive at once, in one request or in many', async () => {
    const ids = Array.from({ length: 5 }, (_, at) => `at once ${at}`);
    const traces = (project: Project, order: readonly string[]): TraceToSend[] =>
      order.map((id) => ({ project, attributes: { 'session.id': id } }));
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const order = at % 2 === 0 ? ids : ids.toReversed();
        const both = PROJECTS.map((project) => traces(project, order));
        return sendTraces(server.url, (at % 3 === 0 ? both : both.toReversed()).flat());
      }),
    );
    for (const id of ids) {
      const sessions = await listSessions(id);
      expect(sessions.map((session) => [session.project, session.traces.length])).toEqual([
        ['desk', 10],
        ['shop', 10],
      ]);
    }
  });

  it('stays whole in one project if a late root moves the only trace of the other to or from it', async () => {
    const step = (session: string) => ({
      attributes: { 'gen_ai.conversation.id': session },
      kind: 'AGENT',
    });
    const whole = [await send('desk', 0), await send('desk', 5)];
    const left = await send('desk', 7, step('run-1'));
    const moving = await send('shop', 20, step('run-1'));
    const [before] = await listSessions();
    await send('shop', 15, { traceId: moving });
    expect(await listSessions()).toEqual([
      before,
      { id: expect.any(Number), project: 'shop', start: '12:15', traces: [moving] },
    ]);
    expect(before!.traces).toEqual(whole);
    // The session that the trace has left is gone in its project, and only there.
    expect(await listSessions('run-1')).toMatchObject([{ project: 'desk', traces: [left] }]);
  });

  it('has annotations of its own, and takes those of programs where the most recent activity is', async () => {
    await send('shop', 0);
    await send('desk', 10);
    const post = async (path: string, data: object) =>
      (await server.request.post(path).send({ data }).expect(200)).body.data;
    const judge = (name: string) =>
      post('/v1/session_annotations?sync=true', [
        { session_id: ID, name, annotator_kind: 'HUMAN', result: { label: 'fine' } },
      ]);
    await judge('first');
    await post('/v1/session_notes', { session_id: ID, note: 'of the desk' });
    await send('shop', 30);
    await judge('second');
    await judge('first');
    const list = async (project: Project) => {
      const { body } = await server.request
        .get(`/v1/projects/${project}/session_annotations`)
        .query({ session_ids: ID, limit: 10 })
        .expect(200);
      return body.data.map(({ name }: { name: string }) => name).toSorted();
    };
    expect(await list('desk')).toEqual(['first', 'note']);
    expect(await list('shop')).toEqual(['first', 'second']);
    const [desk, shop] = await listSessions();
    const { data, errors } = await server.gql<Record<string, object>>(
      `mutation ($id: ID!) { createProjectSessionAnnotations(input: {
         projectSessionId: $id, name: "third", annotatorKind: HUMAN, label: "good", source: APP }) {
           projectSessionAnnotation { name projectSession { project { name } } } } }`,
      { id: globalId('ProjectSession', desk!.id) },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      createProjectSessionAnnotations: {
        projectSessionAnnotation: { name: 'third', projectSession: { project: { name: 'desk' } } },
      },
    });
    const shown = await server.gql<Record<string, { sessionAnnotations: { name: string }[] }>>(
      `query ($desk: ID!, $shop: ID!) {
         desk: node(id: $desk) { ... on ProjectSession { sessionAnnotations { name }
           sessionAnnotationSummaries { name } } }
         shop: node(id: $shop) { ... on ProjectSession { sessionAnnotations { name } } } }`,
      {
        desk: globalId('ProjectSession', desk!.id),
        shop: globalId('ProjectSession', shop!.id),
      },
    );
    const names = ({ sessionAnnotations }: { sessionAnnotations: { name: string }[] }) =>
      sessionAnnotations.map(({ name }) => name);
    expect(names(shown.data!['desk']!)).toEqual(['first', 'note', 'third']);
    expect(names(shown.data!['shop']!)).toEqual(['second', 'first']);
    for (const [project, condition, count] of [
      ['desk', "session_annotations['third'].label == 'good'", 1],
      ['shop', "session_annotations['third'].label == 'good'", 0],
      ['shop', "any(a.name == 'third' for a in session_annotations)", 0],
      ['shop', "session_annotations['second'].label == 'fine'", 1],
    ] as const) {
      const { body } = await server.request
        .get(`/v1/projects/${project}/sessions`)
        .query({ filter: condition })
        .expect(200);
      expect([project, condition, body.data.length]).toEqual([project, condition, count]);
    }
  });

  it('stays whole, with its annotations, if the other project is deleted or cleared', async () => {
    const kept = await send('shop', 0);
    await send('desk', 1);
    await server.request
      .post('/v1/session_annotations?sync=true')
      .send({ data: [{ session_id: ID, name: 'goes', annotator_kind: 'HUMAN' }] })
      .expect(200);
    await send('shop', 9);
    await server.request
      .post('/v1/session_annotations?sync=true')
      .send({ data: [{ session_id: ID, name: 'stays', annotator_kind: 'HUMAN' }] })
      .expect(200);
    const [, before] = await listSessions();
    await server.request
      .delete('/v1/projects/desk/traces')
      .query({ start_time: '2026-03-01', end_time: '2026-03-02' })
      .expect(204);
    expect(await listSessions()).toEqual([before]);
    await send('desk', 2);
    await server.request.delete('/v1/projects/desk').expect(204);
    expect(await listSessions()).toEqual([before]);
    expect(before!.traces[0]).toBe(kept);
    expect(await server.sql('SELECT name FROM session_annotations')).toEqual([{ name: 'stays' }]);
  });
});

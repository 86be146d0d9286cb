import { aProject } from '../../support/factories/project.js';
import { aSession } from '../../support/factories/session.js';
import { aSpan } from '../../support/factories/span.js';
import { aTrace } from '../../support/factories/trace.js';
import { globalId } from '../../support/global-id.js';
import { startTestServer, type TestServer } from '../../support/server.js';

describe('changing traces over REST', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const transfer = (trace_identifiers: unknown, destination_project_identifier: unknown) =>
    server.request
      .post('/v1/traces/transfer')
      .send({ trace_identifiers, destination_project_identifier });

  const projectsOf = async (traceId: string): Promise<number[]> => {
    const rows = await server.sql<{ project_id: number }>(
      `SELECT project_id FROM traces WHERE trace_id = $1
        UNION SELECT project_id FROM spans WHERE trace_id = $1`,
      [traceId],
    );
    return rows.map((row) => row.project_id);
  };

  it('moves traces with their spans, by either kind of ID, even if a trace is listed twice', async () => {
    const destination = await aProject(server);
    const session = await aSession(server);
    const first = await aTrace(server, {
      project_id: session.project_id,
      session_id: session.session_id,
    });
    await aSpan(server, { trace_id: first.trace_id });
    const second = await aTrace(server, { project_id: first.project_id });
    await aSpan(server, { trace_id: second.trace_id });
    const response = await transfer(
      [globalId('Trace', first.id), second.trace_id, first.trace_id],
      destination.name,
    );
    expect([response.status, response.body]).toEqual([
      200,
      {
        data: {
          transferred_trace_count: 2,
          destination_project_id: globalId('Project', destination.id),
        },
      },
    ]);
    for (const trace of [first, second]) {
      expect(await projectsOf(trace.trace_id)).toEqual([destination.id]);
    }
    const [row] = await server.sql('SELECT project_id FROM project_sessions WHERE id = $1', [
      session.id,
    ]);
    expect(row).toEqual({ project_id: session.project_id });
  });

  it('checks the destination, then the traces, then that they belong to one project', async () => {
    const a = await aTrace(server);
    const b = await aTrace(server);
    const noProject = await transfer([a.trace_id, 'fake'], 'fake');
    expect([noProject.status, noProject.text]).toEqual([404, expect.stringMatching(/project/i)]);
    const noTrace = await transfer([a.trace_id, 'fake', b.trace_id], 'default');
    expect([noTrace.status, noTrace.text]).toEqual([404, expect.stringContaining("'fake'")]);
    const mixed = await transfer([a.trace_id, b.trace_id], 'default');
    expect([mixed.status, mixed.type]).toEqual([422, 'text/plain']);
    expect(await projectsOf(a.trace_id)).toEqual([a.project_id]);
  });

  it.each([
    [[], 'default'],
    [undefined, 'default'],
    ['abc', 'default'],
    [[1], 'default'],
    [['abc'], undefined],
    [['abc'], 7],
  ])('refuses an invalid body: %j to %j', async (identifiers, destination) => {
    const response = await transfer(identifiers, destination);
    expect([response.status, response.type]).toEqual([422, 'application/json']);
    expect(response.body.detail[0].loc[0]).toBe('body');
  });

  it('deletes a trace with its spans and leaves its session', async () => {
    const session = await aSession(server);
    for (const name of ['global id', 'trace id']) {
      const trace = await aTrace(server, { session_id: session.session_id });
      await aSpan(server, { trace_id: trace.trace_id });
      const identifier = name === 'global id' ? globalId('Trace', trace.id) : trace.trace_id;
      const response = await server.request.delete(`/v1/traces/${encodeURIComponent(identifier)}`);
      expect([response.status, response.text, response.type]).toEqual([204, '', '']);
      expect(await projectsOf(trace.trace_id)).toEqual([]);
    }
    expect(
      await server.sql('SELECT 1 FROM project_sessions WHERE id = $1', [session.id]),
    ).toHaveLength(1);
  });

  it('quotes an unknown trace as it was given', async () => {
    const byId = await server.request.delete('/v1/traces/nul%00');
    expect([byId.status, byId.text]).toEqual([404, "Trace with trace_id 'nul\0' not found"]);
    const unknown = globalId('Trace', 999_999_999);
    const byGid = await server.request.delete(`/v1/traces/${unknown}`);
    expect([byGid.status, byGid.text]).toEqual([404, `Trace with relay ID '${unknown}' not found`]);
  });

  it('neither loses nor blocks anything if moves and deletions of the same traces overlap', async () => {
    const projects = [await aProject(server), await aProject(server), await aProject(server)];
    const traces: string[] = [];
    for (let index = 0; index < 12; index++) {
      const trace = await aTrace(server, { project_id: projects[0]?.id });
      await aSpan(server, { trace_id: trace.trace_id });
      traces.push(trace.trace_id);
    }
    const moves = Array.from({ length: 20 }, (_, index) =>
      transfer(
        traces.toSorted(() => Math.random() - 0.5),
        projects[index % 3]?.name,
      ),
    );
    const answers = await Promise.all(moves);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const homes = new Set((await Promise.all(traces.map(projectsOf))).flat());
    expect(homes.size).toBe(1);
    const deletions = await Promise.all(
      [...traces, ...traces].map((id) => server.request.delete(`/v1/traces/${id}`)),
    );
    expect(new Set(deletions.map((answer) => answer.status))).toEqual(new Set([204, 404]));
    expect(await server.sql('SELECT 1 FROM spans WHERE trace_id = ANY($1)', [traces])).toEqual([]);
  });

  describe('deleting the traces of a range', () => {
    const day = (date: number) => `2026-03-0${date}T00:00:00+00:00`;
    const remove = (project: string, query: Record<string, string>) =>
      server.request.delete(`/v1/projects/${encodeURIComponent(project)}/traces`).query(query);
    const tracesOf = async (projectId: number): Promise<string[]> => {
      const rows = await server.sql<{ trace_id: string }>(
        'SELECT trace_id FROM traces WHERE project_id = $1 ORDER BY start_time',
        [projectId],
      );
      return rows.map((row) => row.trace_id);
    };

    it('takes the start inclusively and the end exclusively, with spans and empty sessions', async () => {
      const project = await aProject(server);
      const emptied = await aSession(server, { project_id: project.id });
      const shortened = await aSession(server, { project_id: project.id });
      const traces = [];
      for (const [at, session] of [shortened, shortened, emptied, null].entries()) {
        const trace = await aTrace(server, {
          project_id: project.id,
          session_id: session?.session_id ?? null,
          start_time: day(at + 1),
          end_time: day(at + 1),
        });
        await aSpan(server, { trace_id: trace.trace_id, start_time: day(at + 1) });
        traces.push(trace.trace_id);
      }
      const elsewhere = await aTrace(server, { start_time: day(2), end_time: day(2) });
      await remove(project.name, { start_time: day(2), end_time: day(4) }).expect(204);
      expect(await tracesOf(project.id)).toEqual([traces[0], traces[3]]);
      expect(await tracesOf(elsewhere.project_id)).toEqual([elsewhere.trace_id]);
      const spans = await server.sql<{ trace_id: string }>(
        'SELECT trace_id FROM spans WHERE trace_id = ANY($1) ORDER BY start_time',
        [traces],
      );
      expect(spans.map((row) => row.trace_id)).toEqual([traces[0], traces[3]]);
      const sessions = await server.sql(
        'SELECT session_id, end_time < $2 AS ends_before FROM project_sessions WHERE project_id = $1',
        [project.id, day(2)],
      );
      expect(sessions).toEqual([{ session_id: shortened.session_id, ends_before: true }]);
    });

    it('reads times without an offset as UTC, and finds a project by its global ID', async () => {
      const project = await aProject(server);
      const trace = await aTrace(server, { project_id: project.id, start_time: day(2) });
      const id = globalId('Project', project.id);
      await remove(id, { start_time: '2026-03-02T00:00:01', end_time: '2026-03-03' }).expect(204);
      expect(await tracesOf(project.id)).toEqual([trace.trace_id]);
      await remove(id, { start_time: '2026-03-02', end_time: '2026-03-03' }).expect(204);
      expect(await tracesOf(project.id)).toEqual([]);
      await remove(id, { start_time: '2026-03-02', end_time: '2026-03-03' }).expect(204);
    });

    it.each([
      [{}],
      [{ start_time: '2026-03-02' }],
      [{ end_time: '2026-03-02' }],
      [{ start_time: 'yesterday', end_time: '2026-03-02' }],
    ])('refuses %j, and deletes nothing', async (query) => {
      const trace = await aTrace(server, { start_time: day(1) });
      const id = globalId('Project', trace.project_id);
      await remove(id, query as Record<string, string>).expect(422);
      expect(await tracesOf(trace.project_id)).toEqual([trace.trace_id]);
    });

    it('deletes nothing in a range that ends before it starts', async () => {
      const trace = await aTrace(server, { start_time: day(2) });
      const id = globalId('Project', trace.project_id);
      await remove(id, { start_time: day(3), end_time: day(1) }).expect(204);
      expect(await tracesOf(trace.project_id)).toEqual([trace.trace_id]);
    });

    it('does not find an unknown project', async () => {
      await remove('unknown', { start_time: day(1), end_time: day(2) }).expect(404);
    });
  });
});

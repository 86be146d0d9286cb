import { aProject } from '../../support/factories/project.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

describe('deleting sessions over REST', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  const left = async () => {
    const [row] = await server.sql<Record<string, number>>(
      `SELECT (SELECT count(*) FROM spans) AS spans, (SELECT count(*) FROM traces) AS traces,
              (SELECT count(*) FROM project_sessions) AS sessions`,
    );
    return row;
  };

  it('deletes their traces and spans', async () => {
    const project = await aProject(server);
    await aSpan(server, { session_id: 'gone', project_id: project.id });
    await aSpan(server, { session_id: 'gone', project_id: project.id });
    await aSpan(server, { session_id: 'kept', project_id: project.id });
    const response = await server.request.delete('/v1/sessions/gone').expect(204);
    expect(response.text).toBe('');
    expect(await left()).toEqual({ spans: 1, traces: 1, sessions: 1 });
    await server.request.delete('/v1/sessions/gone').expect(404);
  });

  it('deletes many by session IDs or by global IDs, and skips unknown ones', async () => {
    for (const name of ['a', 'b', 'c']) await aSpan(server, { session_id: name });
    const remove = (identifiers: unknown) =>
      server.request.post('/v1/sessions/delete').send({ session_identifiers: identifiers });
    const done = await remove(['a', 'unknown', 'a', 'nul\0']).expect(204);
    expect(done.text).toBe('');
    expect(await left()).toEqual({ spans: 2, traces: 2, sessions: 2 });
    const rows = await server.sql<{ id: number }>('SELECT id FROM project_sessions');
    await remove([
      ...rows.map((row) => globalId('ProjectSession', row.id)),
      globalId('ProjectSession', 99999),
    ]).expect(204);
    expect(await left()).toEqual({ spans: 0, traces: 0, sessions: 0 });
  });

  it('refuses an ID of sessions in several projects, unless one of them is named', async () => {
    const [first, second] = [await aProject(server), await aProject(server)];
    for (const { id } of [first, second]) {
      await aSpan(server, { session_id: 'shared', project_id: id });
      await aSpan(server, { session_id: `only ${id}`, project_id: id });
    }
    const one = await server.request.delete('/v1/sessions/shared').expect(409);
    expect(one.type).toBe('text/plain');
    expect(one.text).toContain('Several projects have a session "shared".');
    await server.request
      .post('/v1/sessions/delete')
      .send({ session_identifiers: [`only ${first.id}`, 'shared'] })
      .expect(409);
    expect(await left()).toEqual({ spans: 4, traces: 4, sessions: 4 });
    await server.request.delete(`/v1/sessions/shared?project_identifier=${first.name}`).expect(204);
    const rows = await server.sql(
      `SELECT project_id FROM project_sessions WHERE session_id = 'shared'`,
    );
    expect(rows).toEqual([{ project_id: second.id }]);
    expect(await left()).toEqual({ spans: 3, traces: 3, sessions: 3 });
    await server.request.delete('/v1/sessions/shared').expect(204);
  });

  it('deletes those with one ID in several projects by global IDs', async () => {
    for (let at = 0; at < 2; at++) await aSpan(server, { session_id: 'shared' });
    const rows = await server.sql<{ id: number }>('SELECT id FROM project_sessions');
    expect(rows).toHaveLength(2);
    await server.request
      .post('/v1/sessions/delete')
      .send({ session_identifiers: rows.map(({ id }) => globalId('ProjectSession', id)) })
      .expect(204);
    expect(await left()).toEqual({ spans: 0, traces: 0, sessions: 0 });
  });

  it('refuses empty and mixed lists with a text, and an invalid body with JSON', async () => {
    const remove = (body?: object) => server.request.post('/v1/sessions/delete').send(body);
    expect((await remove({ session_identifiers: [] }).expect(422)).type).toBe('text/plain');
    const mixed = ['chat', globalId('ProjectSession', 1)];
    const mixture = await remove({ session_identifiers: mixed }).expect(422);
    expect(mixture.type).toBe('text/plain');
    expect(mixture.text).toContain('same type');
    for (const body of [
      undefined,
      {},
      { session_identifiers: 'a' },
      { session_identifiers: [1] },
    ]) {
      const refusal = await remove(body).expect(422);
      expect(refusal.body.detail[0].loc[0]).toBe('body');
    }
  });

  it('leaves no span behind if spans of the session arrive at the same time', async () => {
    await aSpan(server, { session_id: 'busy', trace_id: 't0', project_id: 1 });
    const writing = Promise.all(
      Array.from({ length: 30 }, (_, i) => writeTrace(server, `t${i + 1}`, 'busy')),
    );
    const deleting = Promise.all(
      Array.from({ length: 5 }, () => server.request.delete('/v1/sessions/busy')),
    );
    for (const response of await deleting) expect([204, 404]).toContain(response.status);
    await writing;
    await server.request.delete('/v1/sessions/busy');
    expect(await left()).toEqual({ spans: 0, traces: 0, sessions: 0 });
  });
});

/** Writes a trace with one span as ingestion does: span, trace and session in one transaction. */
async function writeTrace(server: TestServer, traceId: string, sessionId: string): Promise<void> {
  await server.dataSource.transaction(async (tx) => {
    await tx.query('SELECT id FROM projects WHERE id = 1 FOR KEY SHARE');
    await tx.query(
      `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                          start_time, end_time, attributes)
       VALUES ($1, 's', 1, 'n', 'LLM', 'OK', '', now(), now(), '{}')`,
      [traceId],
    );
    await tx.query(
      `INSERT INTO traces (trace_id, project_id, session_id, start_time, end_time, span_count)
       VALUES ($1, 1, $2, now(), now(), 1)`,
      [traceId, sessionId],
    );
    await tx.query(
      `INSERT INTO project_sessions AS s (session_id, project_id, start_time, end_time)
       VALUES ($1, 1, now(), now())
       ON CONFLICT (session_id, project_id) DO UPDATE SET end_time = greatest(s.end_time, excluded.end_time)`,
      [sessionId],
    );
  });
}

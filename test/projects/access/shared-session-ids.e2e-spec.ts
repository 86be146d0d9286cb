import {
  bearer,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { aSession } from '../../support/factories/session.js';
import { globalId } from '../../support/global-id.js';
import { sendTraces } from '../../support/send-traces.js';
import { placesOn } from './projects-with-roles.js';

describe('a session ID that a hidden project uses, too', () => {
  let server: SecuredServer;
  const { aPlace, anAccount } = placesOn(() => server);

  beforeAll(async () => {
    server = await startSecuredServer();
  });
  afterAll(() => server.stop());

  const trace = (project: string, minute: number) => ({
    project,
    startedAt: new Date(Date.UTC(2026, 2, 1, 12, minute)),
    durationMs: 1000,
    attributes: { 'session.id': 'conv-1' },
  });

  it('names the session that its reader sees, and tells nothing of the other', async () => {
    const [open, secret] = [await aPlace(false), await aPlace(true)];
    const insider = await anAccount('MEMBER', [[secret, 'MEMBER']]);
    const stranger = await anAccount('MEMBER');
    await sendTraces(server.url, [trace(secret.name, 0)], bearer(insider.key));
    // Nobody is told that the ID is in use elsewhere.
    await sendTraces(server.url, [trace(open.name, 1)], bearer(stranger.key));
    await sendTraces(server.url, [trace(secret.name, 30)], bearer(insider.key));
    const read = async (key: string) => {
      const { body } = await server.request.get('/v1/sessions/conv-1').set(bearer(key)).expect(200);
      const { project_id, traces, end_time } = body.data;
      return { project_id, traces: traces.length, end_time };
    };
    const shown = { project_id: open.id, traces: 1, end_time: '2026-03-01T12:01:01+00:00' };
    expect(await read(stranger.key)).toEqual(shown);
    expect(await read(insider.key)).toMatchObject({ project_id: secret.id, traces: 2 });
    const { data } = await server.gqlAs(
      cookieOf(stranger),
      '{ getProjectSessionById(sessionId: "conv-1") { numTraces project { name } } }',
    );
    expect(data).toEqual({
      getProjectSessionById: { numTraces: 1, project: { name: open.name } },
    });
    const judge = (key: string, name: string) =>
      server.request
        .post('/v1/session_annotations?sync=true')
        .set(bearer(key))
        .send({ data: [{ session_id: 'conv-1', name, annotator_kind: 'HUMAN' }] })
        .expect(200);
    await judge(stranger.key, 'by the stranger');
    await judge(insider.key, 'by the insider');
    expect(
      await server.sql(`SELECT name, project_id FROM session_annotations ORDER BY name`),
    ).toEqual([
      { name: 'by the insider', project_id: secret.rowId },
      { name: 'by the stranger', project_id: open.rowId },
    ]);

    await server.request.delete('/v1/sessions/conv-1').set(bearer(insider.key)).expect(409);
    await server.request.delete('/v1/sessions/conv-1').set(bearer(stranger.key)).expect(204);
    expect(await server.sql('SELECT project_id FROM project_sessions')).toEqual([
      { project_id: secret.rowId },
    ]);
    await server.request.get('/v1/sessions/conv-1').set(bearer(stranger.key)).expect(404);
  });

  it('means the session that somebody may change, if they only read the other', async () => {
    const [read, changed] = [await aPlace(true), await aPlace(true)];
    const member = await anAccount('VIEWER', [
      [read, 'VIEWER'],
      [changed, 'MEMBER'],
    ]);
    for (const { rowId } of [changed, read]) {
      await aSession(server, { session_id: 'conv-2', project_id: rowId });
    }
    await server.request.delete('/v1/sessions/conv-2').set(bearer(member.key)).expect(204);
    expect(
      await server.sql(`SELECT project_id FROM project_sessions WHERE session_id = 'conv-2'`),
    ).toEqual([{ project_id: read.rowId }]);
  });

  it('follows its traces to another project that both see', async () => {
    const [from, to] = [await aPlace(true), await aPlace(true)];
    const member = await anAccount('VIEWER', [
      [from, 'MEMBER'],
      [to, 'MEMBER'],
    ]);
    const hidden = await aPlace(true);
    await aSession(server, { session_id: 'conv-1', project_id: hidden.rowId });
    await sendTraces(server.url, [trace(from.name, 0)], bearer(member.key));
    const rowsOf = (projectId: number) =>
      server.sql<{ id: number }>(
        `SELECT id FROM project_sessions WHERE session_id = 'conv-1' AND project_id = $1`,
        [projectId],
      );
    const [session] = await rowsOf(from.rowId);
    const [moved] = await server.sql<{ id: number }>(
      `SELECT id FROM traces WHERE session_id = 'conv-1' AND project_id = $1`,
      [from.rowId],
    );
    const { errors } = await server.gqlAs(
      cookieOf(member),
      `mutation ($traceIds: [ID!]!, $projectId: ID!) {
         transferTracesToProject(traceIds: $traceIds, projectId: $projectId) { __typename } }`,
      { traceIds: [globalId('Trace', moved!.id)], projectId: to.id },
    );
    expect(errors).toBeUndefined();
    expect(await rowsOf(to.rowId)).toEqual([session]);
    expect(await rowsOf(from.rowId)).toEqual([]);
    expect(await rowsOf(hidden.rowId)).toHaveLength(1);
  });
});

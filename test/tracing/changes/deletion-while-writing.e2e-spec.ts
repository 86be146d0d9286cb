import { randomBytes } from 'node:crypto';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const TRACES = Array.from({ length: 20 }, () => randomBytes(16).toString('hex'));
const SESSIONS = ['s0', 's1', 's2'];

/** Deletes and writes the same traces, sessions and project at the same time. */
describe('deleting traces, sessions and projects while their spans arrive', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  /** Sends one request with a span for each trace, in random order. */
  const send = async (): Promise<number> => {
    const spans = TRACES.toSorted(() => Math.random() - 0.5).map((traceId, index) => ({
      traceId,
      spanId: randomBytes(8).toString('hex'),
      name: 'step',
      startTimeUnixNano: '1767225600000000000',
      endTimeUnixNano: '1767225601000000000',
      attributes: [{ key: 'session.id', value: { stringValue: SESSIONS[index % 3] } }],
    }));
    const response = await server.request
      .post('/v1/traces')
      .set('x-project-name', 'busy')
      .send({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    return response.status;
  };

  /** Finds what must never exist: rows without their parents, and wrong sums. */
  const inconsistencies = () =>
    server.sql(
      `SELECT 'span without trace' AS fault FROM spans s
        WHERE NOT EXISTS (SELECT FROM traces t WHERE t.trace_id = s.trace_id)
       UNION ALL
       SELECT 'wrong project' FROM spans s JOIN traces t USING (trace_id)
        WHERE s.project_id <> t.project_id
       UNION ALL
       SELECT 'wrong count' FROM traces t
        WHERE t.span_count <> (SELECT count(*) FROM spans s WHERE s.trace_id = t.trace_id)
       UNION ALL
       SELECT 'trace without session' FROM traces t
        WHERE t.session_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM project_sessions s WHERE s.session_id = t.session_id)`,
    );

  const clear = async (): Promise<number> => {
    const found = await server.request.get('/v1/projects/busy');
    if (found.status === 404) return 404;
    const { errors } = await server.gql(
      'mutation ($id: ID!) { clearProject(input: { id: $id }) { projectCount } }',
      { id: found.body.data.id },
    );
    return errors ? 500 : 204;
  };

  it.each([
    ['a project', async () => (await server.request.delete('/v1/projects/busy')).status],
    ['the traces of a project', clear],
    ['sessions', async () => (await server.request.delete('/v1/sessions/s1')).status],
  ])('%s: leaves nothing inconsistent and loses nothing', async (_, remove) => {
    await send();
    const state = { writing: true };
    const writers = Promise.all(
      Array.from({ length: 3 }, async () => {
        for (let i = 0; i < 15; i++) expect(await send()).toBe(200);
      }),
    ).finally(() => (state.writing = false));
    const deleter = (async () => {
      while (state.writing) expect([204, 404]).toContain(await remove());
    })();
    await Promise.all([writers, deleter]);
    expect(await inconsistencies()).toEqual([]);
    expect(await send()).toBe(200);
    const [{ n } = { n: 0 }] = await server.sql<{ n: number }>('SELECT count(*) AS n FROM traces');
    expect(n).toBe(TRACES.length);
  });
});

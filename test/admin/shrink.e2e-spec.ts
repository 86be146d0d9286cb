import { admin } from '../support/admin.js';
import { aSpan } from '../support/factories/span.js';
import { aTrace } from '../support/factories/trace.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('npm run admin -- shrink', () => {
  let server: TestServer;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await startTestServer();
    env = { SPANDREL_DATABASE_URL: server.databaseUrl };
    const { trace_id } = await aTrace(server);
    await aSpan(server, { trace_id, span_id: 'first' });
    // The last ones stay, so that nothing is free at the end of the table.
    await server.sql(
      `INSERT INTO spans (trace_id, span_id, project_id, name, kind, status_code, status_message,
                          start_time, end_time, attributes)
       SELECT trace_id, 's' || n, project_id, repeat('x', 400), kind, 'OK', '', start_time, end_time, '{}'
         FROM spans, generate_series(1, 20000) n`,
    );
    await server.sql(`DELETE FROM spans WHERE id < (SELECT max(id) - 1000 FROM spans)`);
  });
  afterAll(() => server.stop());

  const readSizes = async () => {
    const [sizes] = await server.sql<{ heap: number; indexes: number; rows: number }>(
      `SELECT pg_relation_size('spans') AS heap, pg_indexes_size('spans') AS indexes,
              (SELECT count(*) FROM spans) AS rows`,
    );
    return sizes!;
  };

  it('first shrinks indexes, and removes what a killed run left', async () => {
    await server.sql('CREATE INDEX spans_id_ccnew ON spans (id)');
    await server.sql(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'spans_id_ccnew'::regclass`,
    );
    const before = await readSizes();
    const { code, stdout, stderr } = await admin(['shrink'], env);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^The files are \d+ MB smaller\.$/m)]);
    expect(stderr).toMatch(/^public\.spans: \d+ MB, now \d+ MB, in \d/m);
    const after = await readSizes();
    expect(after.indexes).toBeLessThan(before.indexes / 4);
    expect(after).toMatchObject({ heap: before.heap, rows: before.rows });
    expect(await server.sql(`SELECT FROM pg_class WHERE relname ~ '_ccnew'`)).toEqual([]);
  });

  it('shrinks everything if it may lock tables', async () => {
    const before = await readSizes();
    expect((await admin(['shrink', '--lock'], env)).code).toBe(0);
    const after = await readSizes();
    expect(after.heap).toBeLessThan(before.heap / 4);
    expect(after.rows).toBe(before.rows);
  });
});

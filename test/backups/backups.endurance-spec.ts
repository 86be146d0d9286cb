import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSecuredServer } from '../support/accounts.js';
import { admin } from '../support/admin.js';
import { createTestDatabase } from '../support/database.js';
import { newTraceId, sendTraces } from '../support/send-traces.js';
import { startTestServer } from '../support/server.js';

describe('npm run admin -- backup and restore', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spandrel-backup-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('contains all spans that were acknowledged before, while others arrive', async () => {
    const server = await startSecuredServer();
    const headers = { Authorization: `Bearer ${server.accounts.ADMIN.key}` };
    const path = join(directory, 'live');
    const acknowledged: string[] = [];
    const stop = new AbortController();
    const sending = (async () => {
      while (!stop.signal.aborted) {
        const traceIds = Array.from({ length: 20 }, newTraceId);
        await sendTraces(
          server.url,
          traceIds.map((traceId) => ({ traceId, project: 'live' })),
          headers,
        );
        acknowledged.push(...traceIds);
      }
    })();
    while (acknowledged.length < 200) await new Promise((resolve) => setTimeout(resolve, 10));
    const before = [...acknowledged];
    const backup = await admin(['backup', path], { SPANDREL_DATABASE_URL: server.databaseUrl });
    expect(backup.code).toBe(0);
    stop.abort();
    await sending;
    const target = await createTestDatabase({ migrated: true });
    const env = { SPANDREL_DATABASE_URL: target.url };
    expect((await admin(['restore', path], env)).code).toBe(0);
    const copy = await startTestServer(env);
    const [found] = await copy.sql('SELECT count(*) FROM traces WHERE trace_id = ANY ($1)', [
      before,
    ]);
    expect(found).toEqual({ count: before.length });
    // Each trace is there with its spans, or not at all.
    const torn = await copy.sql(
      `SELECT FROM traces t WHERE span_count <> (SELECT count(*) FROM spans s WHERE s.trace_id = t.trace_id)`,
    );
    expect(torn).toEqual([]);
    await copy.stop();
    await target.drop();
    await server.stop();
  }, 60_000);

  it('works on the embedded database', async () => {
    const env = (name: string) => ({
      SPANDREL_WORKING_DIR: join(directory, name),
      SPANDREL_DATABASE_URL: '',
    });
    const backup = join(directory, 'embedded');
    const kim = ['--email', 'kim@example.com', '--username', 'Kim', '--role', 'ADMIN'];
    await admin(['create-user', ...kim], env('data-1'));
    expect((await admin(['backup', backup], env('data-1'))).code).toBe(0);
    expect(await admin(['restore', backup], env('data-2'))).toMatchObject({ code: 0 });
    expect((await admin(['list'], env('data-2'))).stdout).toContain('kim@example.com');
  }, 120_000);
});

import { admin } from '../support/admin.js';
import { type ChildServer, startChildServer } from '../support/child-server.js';
import { createTestDatabase, joinCitusDatabases, listCitusNodes } from '../support/database.js';
import { DatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { runSql } from '../../bench/replica/replicated-postgres.js';
import { RetryingSender } from './retrying-sender.js';

/** Returns the results of queries for lists, figures and one trace. */
async function read(server: ChildServer): Promise<unknown[]> {
  const requests = [
    '/v1/projects/default/spans?limit=5',
    '/v1/projects/default/traces?limit=5',
    '/v1/projects/default/sessions?limit=5',
  ];
  const responses = await Promise.all(requests.map((path) => fetch(`${server.url}${path}`)));
  return Promise.all(
    responses.map(async (response) => {
      expect(response.status).toBe(200);
      const { data } = (await response.json()) as { data: unknown[] };
      return data.length;
    }),
  );
}

async function readSpans(url: string): Promise<string[]> {
  const rows = await runSql<{ key: string }>(
    url,
    `SELECT trace_id || ' ' || span_id AS key FROM spans`,
  );
  return rows.map(({ key }) => key);
}

describe('a database that becomes a cluster', () => {
  it('distributes its traces while spans arrive, and loses none', async () => {
    const database = await createTestDatabase({ migrated: false });
    const env = { SPANDREL_DATABASE_URL: database.url };
    let server = await startChildServer({ env });
    const sender = new RetryingSender(() => server.url);
    await sender.hasAcknowledged(100);

    await joinCitusDatabases(new URL(database.url).pathname.slice(1));
    await server.kill('SIGTERM');
    server = await startChildServer({ env });
    const first = await admin(['distribute'], env);
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('spans: distributed') });
    const before = sender.acknowledged.size;
    await sender.hasAcknowledged(before + 100);
    const again = await admin(['distribute'], env);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('is distributed') });
    await sender.stop();

    expect((await readSpans(database.url)).toSorted()).toEqual([...sender.acknowledged].toSorted());
    const shards = await runSql<{ port: number }>(
      database.url,
      `SELECT DISTINCT nodeport AS port FROM citus_shards WHERE table_name = 'spans'::regclass`,
    );
    expect(shards).toHaveLength(listCitusNodes().length - 1);
    expect(await read(server)).toEqual([5, 5, 5]);
    await server.kill('SIGTERM');
    await database.drop();
  }, 180_000);
});

describe('a worker that disappears', () => {
  it('makes senders retry, and loses nothing that was acknowledged', async () => {
    const database = await createTestDatabase({ migrated: false });
    const name = new URL(database.url).pathname.slice(1);
    const [, , last] = listCitusNodes();
    const proxy = await DatabaseProxy.start(last!);
    await joinCitusDatabases(name, proxy.url);
    const server = await startChildServer({ env: { SPANDREL_DATABASE_URL: database.url } });
    const sender = new RetryingSender(() => server.url);
    await sender.hasAcknowledged(100);

    proxy.vanish();
    await eventually('refusals', async () => sender.refused > 3, { withinMs: 60_000 });
    proxy.recover();
    const before = sender.acknowledged.size;
    await sender.hasAcknowledged(before + 100);
    await sender.stop();

    const stored = new Set(await readSpans(database.url));
    expect([...sender.acknowledged].filter((span) => !stored.has(span))).toEqual([]);
    await server.kill('SIGTERM');
    await database.drop();
    await proxy.stop();
  }, 180_000);
});

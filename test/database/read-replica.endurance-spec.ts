import { runBoundedRead } from '../../src/database/bounded-read.js';
import { DatabaseProxy } from '../support/database-proxy.js';
import { freePort } from '../support/child-server.js';
import { eventually } from '../support/eventually.js';
import { ReplicatedPostgres, runSql } from '../../bench/replica/replicated-postgres.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { anOtlpSpan, postTraces, protobufRequest } from '../ingest/otlp.js';

/** Lists, figures and searches, over both APIs. */
const READS = [
  '/v1/projects/default/spans?limit=10',
  '/v1/projects/default/traces?limit=10',
  '/v1/projects/default/sessions?limit=10',
];
const FIGURES = `{ projects(first: 5) { edges { node { traceCount recordCount
  spanLatencyMsQuantile(probability: 0.5)
  spans(first: 5, filterCondition: "span_kind == 'LLM'") { edges { node { name } } } } } } }`;

describe('a read replica', () => {
  let postgres: ReplicatedPostgres;
  let proxy: DatabaseProxy;
  let server: TestServer;
  let other: TestServer;
  let metricsPort: number;

  const countReads = async (): Promise<{ primary: number; replica: number }> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const count = (database: string) =>
      Number(text.match(`spandrel_database_reads_total{database="${database}"} (\\d+)`)?.[1] ?? 0);
    return { primary: count('primary'), replica: count('replica') };
  };
  const isOnReplica = async () => {
    const [row] = await server.reader.query<{ replica: boolean }[]>(
      'SELECT pg_is_in_recovery() AS replica',
    );
    return row!.replica;
  };
  const reads = async (state: string, from: TestServer = server) =>
    eventually(`the replica to be ${state}`, async () => {
      const { body } = await from.request.get('/readyz').expect(200);
      return body.readReplica === state;
    });
  /** Stores a span through one server, and counts the lists of the other in which it is missing. */
  const countMissed = async (times: number): Promise<number> => {
    let missed = 0;
    for (let i = 0; i < times; i += 1) {
      const span = anOtlpSpan();
      const { status } = await postTraces(server.url, protobufRequest([span]));
      expect(status).toBe(200);
      const { body } = await other.request
        .get(`/v1/projects/default/spans?trace_id=${span.traceId}`)
        .expect(200);
      if (body.data.length !== 1) missed += 1;
    }
    return missed;
  };

  beforeAll(async () => {
    postgres = await ReplicatedPostgres.start();
    proxy = await DatabaseProxy.start(postgres.replicaUrl);
    const env = {
      SPANDREL_DATABASE_URL: postgres.primaryUrl,
      SPANDREL_DATABASE_READ_URL: proxy.url,
    };
    metricsPort = await freePort();
    server = await startTestServer({
      ...env,
      SPANDREL_ENABLE_PROMETHEUS: 'true',
      SPANDREL_PROMETHEUS_PORT: String(metricsPort),
    });
    other = await startTestServer(env);
    await Promise.all([reads('in use'), reads('in use', other)]);
  }, 180_000);
  afterAll(async () => {
    proxy.recover();
    await server.stop();
    await other.stop();
    await proxy.stop();
    await postgres.stop();
  });

  it('serves lists, figures and searches', async () => {
    await postTraces(server.url, protobufRequest([anOtlpSpan()]));
    const before = await countReads();
    for (const path of READS) await server.request.get(path).expect(200);
    expect((await server.gql(FIGURES)).errors).toBeUndefined();
    const after = await countReads();
    expect(after.primary).toBe(before.primary);
    expect(after.replica - before.replica).toBeGreaterThan(5);
    expect(await isOnReplica()).toBe(true);
  });

  it('never shows less than what any server has acknowledged', async () => {
    const writing = new AbortController();
    const writers = [server, other].map(async ({ url }) => {
      while (!writing.signal.aborted) {
        await postTraces(url, protobufRequest(Array.from({ length: 100 }, () => anOtlpSpan())));
      }
    });
    const before = await countReads();
    expect(await countMissed(25)).toBe(0);
    // Otherwise this would say nothing about the replica.
    expect((await countReads()).replica).toBeGreaterThan(before.replica);
    writing.abort();
    await Promise.all(writers);
    const names = Array.from({ length: 10 }, (_, i) => `dataset ${i}`);
    for (const name of names) {
      await server.gql(
        'mutation ($name: String!) { createDataset(input: { name: $name }) { dataset { id } } }',
        { name },
      );
      const { body } = await other.request.get(`/v1/datasets?name=${name}`).expect(200);
      expect(body.data).toHaveLength(1);
    }
  });

  it('is not read while it is behind, and is again once it has caught up', async () => {
    await postgres.pauseReplay();
    try {
      expect(await countMissed(5)).toBe(0);
      expect(await isOnReplica()).toBe(false);
      await server.request.get('/readyz').expect(200, { readReplica: 'behind' });
    } finally {
      await postgres.resumeReplay();
    }
    await reads('in use');
    expect(await isOnReplica()).toBe(true);
  });

  it('may go and come back while clients read', async () => {
    const reading = new AbortController();
    const statuses = new Set<number>();
    const readers = Array.from({ length: 4 }, async () => {
      while (!reading.signal.aborted) {
        for (const path of READS) statuses.add((await server.request.get(path)).status);
        if ((await server.gql(FIGURES)).errors) statuses.add(0);
      }
    });
    try {
      await postgres.stopReplica();
      await reads('unreachable');
      await postgres.startReplica();
      await reads('in use');
    } finally {
      reading.abort();
      await Promise.all(readers);
    }
    expect([...statuses]).toEqual([200]);
    expect(await isOnReplica()).toBe(true);
  });

  it('delays a read for a moment only if it stops answering', async () => {
    proxy.hang();
    try {
      const startedAt = performance.now();
      expect(await isOnReplica()).toBe(false);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
      for (const path of READS) await server.request.get(path).expect(200);
      await server.request.get('/readyz').expect(200, { readReplica: 'unreachable' });
    } finally {
      proxy.recover();
    }
    await reads('in use');
  });

  it('leaves a read to the primary if replay cancels it', async () => {
    await runSql(
      postgres.primaryUrl,
      'CREATE TABLE replayed AS SELECT generate_series(1, 1000) AS id',
    );
    expect(await isOnReplica()).toBe(true);
    const read = server.reader.query<{ count: number; replica: boolean }[]>(
      `SELECT count(*) AS count, pg_is_in_recovery() AS replica
         FROM replayed, (SELECT pg_sleep(2)) AS waiting`,
    );
    // The rows that the read may still need are removed.
    await runSql(postgres.primaryUrl, 'DELETE FROM replayed WHERE id > 1');
    await runSql(postgres.primaryUrl, 'VACUUM replayed');
    expect(await read).toEqual([{ count: 1, replica: false }]);
    await reads('in use');
  });

  it('refuses what takes too long without repeating it', async () => {
    const startedAt = performance.now();
    await expect(runBoundedRead(server.reader, 'SELECT pg_sleep(30)', [], 1)).rejects.toThrow(
      'takes longer than 1 seconds',
    );
    expect(performance.now() - startedAt).toBeLessThan(1_900);
  });

  it('is not needed to start', async () => {
    proxy.vanish();
    const third = await startTestServer({
      SPANDREL_DATABASE_URL: postgres.primaryUrl,
      SPANDREL_DATABASE_READ_URL: proxy.url,
    });
    try {
      await third.request.get(READS[0]!).expect(200);
      await third.request.get('/readyz').expect(200, { readReplica: 'unreachable' });
      proxy.recover();
      await reads('in use', third);
    } finally {
      proxy.recover();
      await third.stop();
    }
    await reads('in use');
  });

  it('must be a replica of the same database', async () => {
    const url = new URL(postgres.replicaUrl);
    url.pathname = '/postgres';
    for (const wrong of [url.toString(), postgres.primaryUrl]) {
      const third = await startTestServer({
        SPANDREL_DATABASE_URL: postgres.primaryUrl,
        SPANDREL_DATABASE_READ_URL: wrong,
      });
      try {
        await reads('not a replica', third);
        await third.request.get(READS[0]!).expect(200);
      } finally {
        await third.stop();
      }
    }
  });

  it('is not read once it has been promoted', async () => {
    await postgres.promoteReplica();
    expect(await countMissed(3)).toBe(0);
    expect(await isOnReplica()).toBe(false);
    await server.request.get('/readyz').expect(200, { readReplica: 'not a replica' });
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '../../bench/replica/replicated-postgres.js';
import { findCitus, type PostgresNode } from '../../bench/scale/postgres-node.js';
import { PostgresNodes } from '../../bench/scale/postgres-nodes.js';
import { type ChildServer, startChildServer } from '../support/child-server.js';
import { eventually } from '../support/eventually.js';
import { RetryingSender } from './retrying-sender.js';

const SERVERS = 3;
const WORKERS = 2;
const SENDERS = 4;
/** How often each server and each node is killed. */
const FAULTS_OF_EACH = 2;
const PAUSE_MS = 1_500;
const DOWN_MS = 500;

/** SQL of the differences between traces and their spans. */
const WRONG_COUNTS = `
  SELECT coalesce(t.trace_id, s.trace_id) AS "traceId", t.span_count AS counted, s.count AS stored
    FROM traces t
    FULL JOIN (SELECT trace_id, count(*) FROM spans GROUP BY trace_id) s ON s.trace_id = t.trace_id
   WHERE t.span_count IS DISTINCT FROM s.count`;

describe('a cluster whose parts are killed at random', () => {
  let nodes: PostgresNodes;
  let cluster: readonly [PostgresNode, ...PostgresNode[]];
  const servers: ChildServer[] = [];

  beforeAll(async () => {
    const installation = await findCitus();
    if (!installation) throw new Error('This test needs a PostgreSQL with the extension citus.');
    nodes = await PostgresNodes.prepare(installation);
    cluster = await nodes.startCluster(WORKERS);
    for (let i = 0; i < SERVERS; i++) servers.push(await startServer());
  }, 180_000);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')));
    await nodes.stop();
  }, 60_000);

  const startServer = (): Promise<ChildServer> =>
    startChildServer({ env: { SPANDREL_DATABASE_URL: cluster[0].url } });

  /** Kills a server or a node of the cluster, and starts it again. */
  async function breakPart(part: number): Promise<void> {
    const node = cluster[part - SERVERS];
    if (node) {
      await node.kill();
      await sleep(DOWN_MS);
      await node.start();
    } else {
      await servers[part]!.kill('SIGKILL');
      servers[part] = await startServer();
    }
  }

  it('keeps all spans that it acknowledged, once, and makes senders retry', async () => {
    let next = 0;
    const senders = Array.from(
      { length: SENDERS },
      () => new RetryingSender(() => servers[next++ % SERVERS]!.url),
    );
    const countAll = () => senders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    for (const part of shuffledParts()) {
      const before = countAll();
      await sleep(Math.random() * PAUSE_MS);
      await breakPart(part);
      await eventually('progress after a fault', async () => countAll() > before, {
        withinMs: 60_000,
      });
    }
    await Promise.all(senders.map((sender) => sender.stop()));

    const acknowledged = senders.flatMap((sender) => [...sender.acknowledged]);
    const [coordinator] = cluster;
    // What a worker had only prepared when it was killed is committed a little later.
    await eventually(
      'all acknowledged spans',
      async () => {
        const rows = await runSql<{ key: string }>(
          coordinator.url,
          `SELECT trace_id || ' ' || span_id AS key FROM spans`,
        );
        const stored = new Set(rows.map(({ key }) => key));
        return acknowledged.every((span) => stored.has(span));
      },
      { withinMs: 60_000 },
    );
    expect(await runSql(coordinator.url, WRONG_COUNTS)).toEqual([]);
    expect(await runSql(coordinator.url, `SELECT 1 FROM pg_dist_node WHERE NOT isactive`)).toEqual(
      [],
    );
    const statuses = senders.flatMap((sender) => [...sender.statuses.keys()]);
    expect([0, 200, 503]).toEqual(expect.arrayContaining(statuses));
    expect(statuses).toContain(503);
    expect(acknowledged.length).toBeGreaterThan(1_000);
  }, 300_000);
});

/** The numbers of all servers and nodes, each as often as it is killed. */
function shuffledParts(): number[] {
  const parts = Array.from({ length: SERVERS + 1 + WORKERS }, (_, part) => part);
  return Array.from({ length: FAULTS_OF_EACH }, () => parts)
    .flat()
    .map((part) => ({ part, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ part }) => part);
}

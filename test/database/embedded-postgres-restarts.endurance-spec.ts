import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { anOtlpSpan, postTraces, protobufRequest } from '../ingest/otlp.js';
import { type ChildServer, freePort, startChildServer } from '../support/child-server.js';
import { eventually } from '../support/eventually.js';
import { type ClusterDirectory, createClusterDirectory } from './embedded-clusters.js';

describe('an embedded PostgreSQL that ends while the server runs', () => {
  let directory: ClusterDirectory;
  let server: ChildServer;
  let metricsPort: number;

  beforeEach(async () => {
    directory = await createClusterDirectory();
    metricsPort = await freePort();
    server = await startChildServer({
      env: {
        SPANDREL_WORKING_DIR: directory.dataDir,
        SPANDREL_ENABLE_PROMETHEUS: 'true',
        SPANDREL_PROMETHEUS_PORT: String(metricsPort),
        SPANDREL_LOGGING_LEVEL: 'info',
      },
    });
  });
  afterEach(async () => {
    await server.kill('SIGKILL');
    await killPostmaster().catch(() => undefined);
    await directory.remove();
  });

  const pidFile = () => join(directory.dataDir, 'postgres', 'postmaster.pid');
  const readPid = async () => Number.parseInt(await readFile(pidFile(), 'utf8'), 10);
  const killPostmaster = async () => process.kill(await readPid(), 'SIGKILL');

  const send = async () =>
    (await postTraces(server.url, protobufRequest([anOtlpSpan()], { project: 'kept' }))).status;
  const readMetric = async (labels: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const name = `spandrel_embedded_postgres_restarts_total{${labels}} `;
    return text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.slice(name.length);
  };
  const countSpans = async () => {
    const response = await fetch(`${server.url}/v1/projects/kept/spans?limit=100`);
    return ((await response.json()) as { data: unknown[] }).data.length;
  };
  const countAfterRestart = () =>
    eventually('spans to be stored again', async () => (await send()) === 200, {
      withinMs: 60_000,
    }).then(countSpans);

  it.each(['SIGKILL', 'SIGINT', 'SIGQUIT'] as const)(
    'is restarted after %s, and loses nothing',
    async (signal) => {
      expect(await send()).toBe(200);
      const pid = await readPid();
      process.kill(pid, signal);
      await eventually('the end of PostgreSQL', async () => !(await isReady(server)));
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      expect(await countAfterRestart()).toBe(2);
      expect(await readPid()).not.toBe(pid);
      // The server may be connected before it knows that the start has ended.
      await eventually(
        'the restart to be counted',
        async () => (await readMetric('result="started"')) === '1',
      );
      expect(server.output()).toContain('PostgreSQL has ended unexpectedly: restarting it in 0 s');
      expect(server.output()).toContain('PostgreSQL is running again');
      expect(await server.kill('SIGTERM')).toBe(0);
    },
    120_000,
  );

  it('is stopped with the server while it recovers', async () => {
    await killPostmaster();
    await eventually('a restart', () =>
      Promise.resolve(server.output().includes('restarting it in 0 s')),
    );
    expect(await server.kill('SIGTERM')).toBe(0);
    await expect(readPid()).rejects.toThrow('ENOENT');
  }, 60_000);

  it('ends the server with a code if it cannot be restarted', async () => {
    const data = join(directory.dataDir, 'postgres');
    const pid = await readPid();
    await rename(join(data, 'global', 'pg_control'), join(data, 'pg_control.away'));
    process.kill(pid, 'SIGKILL');
    expect(await server.exited).toBe(69);
    expect(server.output()).toMatch(/PostgreSQL has ended and cannot be restarted: .*pg_control/);
  }, 300_000);
});

async function isReady({ url }: ChildServer): Promise<boolean> {
  return (await fetch(`${url}/readyz`)).ok;
}

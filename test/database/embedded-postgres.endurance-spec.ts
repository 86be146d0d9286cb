import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  BUILT,
  type ClusterDirectory,
  createClusterDirectory,
  query,
  startEmbeddedPostgres,
  TIMEOUT_MS,
} from './embedded-clusters.js';

/** A server in a separate process. It prints its URL, and takes a while to drain when interrupted. */
const SERVER = `
  import { startEmbeddedPostgres } from ${JSON.stringify(BUILT)};
  import { Client } from 'pg';
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1], log: () => undefined });
  const client = new Client(postgres.url);
  client.on('error', () => undefined);
  await client.connect();
  const stay = setInterval(() => undefined, 1000);
  process.on('SIGINT', async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { rows } = await client.query("SELECT 'drained' AS state");
    await client.end();
    await postgres.stop();
    console.log(rows[0].state);
    clearInterval(stay);
  });
  console.log(postgres.url);
`;

describe('embedded PostgreSQL', () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const children: ChildProcess[] = [];
  let directory: ClusterDirectory;
  let dataDir: string;

  beforeEach(async () => {
    lines.length = 0;
    directory = await createClusterDirectory();
    ({ dataDir } = directory);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await directory.remove();
  });

  it(
    'ignores Ctrl-C until the server has drained',
    async () => {
      const server = serve(dataDir);
      await server.line();
      process.kill(-server.pid, 'SIGINT');
      expect(await server.line()).toBe('drained');
      expect(await server.ended).toEqual([0, null]);
      expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(
        /database system is shut down\s*$/,
      );
    },
    TIMEOUT_MS,
  );

  it(
    'refuses a second server, and stops the PostgreSQL of a killed server',
    async () => {
      const server = serve(dataDir);
      await query(await server.line(), 'CREATE TABLE kept AS SELECT 1 AS one');
      const second = startEmbeddedPostgres({ dataDir, log });
      await expect(second).rejects.toMatchObject({ name: 'EmbeddedPostgresError' });
      await expect(second).rejects.toThrow(
        `${dataDir} is in use by another server, process ${server.pid}`,
      );

      server.kill();
      await server.ended;
      const next = await startEmbeddedPostgres({ dataDir, log });
      expect(lines).toContainEqual(expect.stringContaining('still running from a previous start'));
      expect(await query(next.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
      await next.stop();
    },
    TIMEOUT_MS,
  );

  it(
    'recovers if PostgreSQL was killed too and its process ID has been reused',
    async () => {
      const server = serve(dataDir);
      await query(await server.line(), 'CREATE TABLE kept AS SELECT 1 AS one');
      const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
      const [pid, ...rest] = (await readFile(pidFile, 'utf8')).split('\n');
      server.kill();
      process.kill(Number(pid), 'SIGKILL');
      await server.ended;
      // The ID of this process, which is alive but is not PostgreSQL.
      await writeFile(pidFile, [process.pid, ...rest].join('\n'));

      const next = await startEmbeddedPostgres({ dataDir, log });
      expect(await query(next.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
      await next.stop();
    },
    TIMEOUT_MS,
  );

  it(
    'stops a PostgreSQL of a killed server without a readable postmaster.pid',
    async () => {
      const server = serve(dataDir);
      await query(await server.line(), 'CREATE TABLE kept AS SELECT 1 AS one');
      server.kill();
      await server.ended;
      await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
      const next = await startEmbeddedPostgres({ dataDir, log });
      expect(lines).toContainEqual(expect.stringContaining('still running from a previous start'));
      expect(await query(next.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
      await next.stop();
    },
    TIMEOUT_MS,
  );

  it(
    'stops cleanly if PostgreSQL is already gone',
    async () => {
      const { stop } = await startEmbeddedPostgres({ dataDir, log, durable: false });
      const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
      process.kill(Number.parseInt(pidFile, 10), 'SIGKILL');
      await stop();
      expect(await readdir(dataDir)).not.toContainEqual(expect.stringContaining('.lock'));
    },
    TIMEOUT_MS,
  );

  it(
    'replaces an incomplete cluster',
    async () => {
      const server = serve(dataDir);
      await appearanceOfDraft(dataDir);
      server.kill();
      await server.ended;
      await expect(access(join(dataDir, 'postgres'))).rejects.toThrow('ENOENT');

      const { url, stop } = await startEmbeddedPostgres({ dataDir, log, durable: false });
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await stop();
    },
    TIMEOUT_MS,
  );

  function serve(cluster: string) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER, cluster], {
      cwd: dirname(dirname(import.meta.dirname)),
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const output = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
      pid: child.pid ?? 0,
      ended: once(child, 'exit'),
      kill: () => child.kill('SIGKILL'),
      line: async () => String((await output.next()).value),
    };
  }
});

/** Waits until initdb is running in the data directory. */
async function appearanceOfDraft(dataDir: string): Promise<void> {
  for (;;) {
    const names = await readdir(dataDir).catch(() => []);
    const draft = names.find((name) => name.endsWith('.new') && name.startsWith('postgres.'));
    if (draft !== undefined && (await readdir(join(dataDir, draft)).catch(() => [])).length > 0) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  chmod,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';

const BUILT = new URL('../../dist/src/database/embedded/embedded-postgres.js', import.meta.url)
  .href;
const { startEmbeddedPostgres } = (await import(
  BUILT
)) as typeof import('../../src/database/embedded/embedded-postgres.js');

const TIMEOUT_MS = 60_000;

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
  let parent: string;
  let dataDir: string;

  beforeEach(async () => {
    lines.length = 0;
    parent = await realpath(await mkdtemp(join(tmpdir(), 'spandrel-embedded-')));
    await chmod(parent, 0o755);
    dataDir = join(parent, 'data');
  });

  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill('SIGKILL');
    }
    await removeMovedOut(dataDir);
    // If its server was killed, initdb may still be writing.
    await rm(parent, { recursive: true, force: true, maxRetries: 10 });
  });

  it('says what to do about an unusable data directory', async () => {
    await writeFile(dataDir, '');
    const start = startEmbeddedPostgres({ dataDir, log });
    await expect(start).rejects.toMatchObject({ name: 'EmbeddedPostgresError' });
    await expect(start).rejects.toThrow('SPANDREL_WORKING_DIR');
  });

  it(
    'keeps the data, on a different port and with the same password',
    async () => {
      const first = await startEmbeddedPostgres({ dataDir, log });
      await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
      await Promise.all([first.stop(), first.stop()]);

      const second = await startEmbeddedPostgres({ dataDir, log });
      expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
      expect(new URL(second.url).password).toBe(new URL(first.url).password);
      expect(await settings(second.url)).toEqual({
        listen_addresses: '127.0.0.1',
        fsync: 'on',
        TimeZone: 'UTC',
        jit: 'off',
        server_encoding: 'UTF8',
        password_encryption: 'scram-sha-256',
      });
      expect(await query(second.url, "SELECT lower('ÄÉ'), 'Z' < 'a' AS by_code_point")).toEqual([
        { lower: 'äé', by_code_point: true },
      ]);
      await second.stop();

      expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
      expect((await readdir(dataDir)).toSorted()).toEqual([
        'postgres',
        'postgres.log',
        'postgres.password',
      ]);
    },
    TIMEOUT_MS,
  );

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

  it(
    'says what to do about another version, a wrong password and a damaged cluster',
    async () => {
      await (await startEmbeddedPostgres({ dataDir, log, durable: false })).stop();
      const start = () => startEmbeddedPostgres({ dataDir, log, durable: false });
      const version = join(dataDir, 'postgres', 'PG_VERSION');
      const password = join(dataDir, 'postgres.password');

      await writeFile(version, '17\n');
      await expect(start()).rejects.toThrow(
        /created by PostgreSQL 17.* includes PostgreSQL 18.*pg_dump 17/,
      );
      await writeFile(version, '18\n');

      await writeFile(password, 'wrong\n');
      await expect(start()).rejects.toThrow(/postgres\.password does not match the database/);
      await rm(password);
      const { url, stop } = await start();
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await stop();

      await rm(join(dataDir, 'postgres', 'global', 'pg_control'));
      await expect(start()).rejects.toThrow(/The end of .*postgres\.log:[^]*pg_control/);
    },
    TIMEOUT_MS,
  );

  it(
    'works in a directory that no other account can enter, even as root',
    async () => {
      await chmod(parent, 0o700);
      const { url, stop } = await startEmbeddedPostgres({ dataDir, log, durable: false });
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await stop();
      const cluster = await realpath(join(dataDir, 'postgres'));
      // As root, PostgreSQL runs as a separate account, which could not enter the folder.
      const moved = process.getuid?.() === 0;
      expect(cluster.startsWith('/var/lib/spandrel/')).toBe(moved);
      expect(lines.filter((line) => line.includes('cannot enter'))).toHaveLength(moved ? 1 : 0);
    },
    TIMEOUT_MS,
  );

  function serve(directory: string) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER, directory], {
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

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

async function settings(url: string): Promise<unknown> {
  const rows = await query(
    url,
    `SELECT jsonb_object_agg(name, setting) AS settings FROM pg_settings WHERE name IN
     ('listen_addresses', 'fsync', 'TimeZone', 'jit', 'server_encoding', 'password_encryption')`,
  );
  return (rows[0] as { settings: unknown }).settings;
}

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

async function removeMovedOut(dataDir: string): Promise<void> {
  const target = await readlink(join(dataDir, 'postgres')).catch(() => undefined);
  if (target !== undefined) {
    await rm(dirname(target), { recursive: true });
  }
}

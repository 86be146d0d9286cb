import { chmod, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ClusterDirectory,
  createClusterDirectory,
  query,
  startEmbeddedPostgres,
  TIMEOUT_MS,
} from './embedded-clusters.js';

describe('embedded PostgreSQL', () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  let directory: ClusterDirectory;
  let dataDir: string;

  beforeEach(async () => {
    lines.length = 0;
    directory = await createClusterDirectory();
    ({ dataDir } = directory);
  });
  afterEach(() => directory.remove());

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
    'starts with a postmaster.pid that is empty, damaged or of another process',
    async () => {
      await (await startEmbeddedPostgres({ dataDir, log, durable: false })).stop();
      const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
      for (const text of ['', '-7\n', `${process.pid}\nnonsense\n`]) {
        await writeFile(pidFile, text);
        const { url, stop } = await startEmbeddedPostgres({ dataDir, log, durable: false });
        expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
        await stop();
      }
      const told = lines.filter((line) =>
        line.includes('is damaged, but no PostgreSQL is running'),
      );
      expect(told).toHaveLength(2);
    },
    TIMEOUT_MS,
  );

  it(
    'stops a PostgreSQL whose postmaster.pid has been damaged since',
    async () => {
      const { url, stop } = await startEmbeddedPostgres({ dataDir, log, durable: false });
      await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
      await stop();
      await expect(query(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    },
    TIMEOUT_MS,
  );

  it(
    'works in a directory that no other account can enter, even as root',
    async () => {
      await chmod(directory.parent, 0o700);
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
});

async function settings(url: string): Promise<unknown> {
  const rows = await query(
    url,
    `SELECT jsonb_object_agg(name, setting) AS settings FROM pg_settings WHERE name IN
     ('listen_addresses', 'fsync', 'TimeZone', 'jit', 'server_encoding', 'password_encryption')`,
  );
  return (rows[0] as { settings: unknown }).settings;
}

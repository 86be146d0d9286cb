import { once } from 'node:events';
import {
  appendFile,
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { giveTo, unprivilegedAccount } from '../../src/database/embedded/account.js';
import { findBinaries } from '../../src/database/embedded/binaries.js';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { SHARED_DIRECTORY } from '../../src/database/embedded/placement.js';
import { runProcess } from '../../src/database/embedded/run-process.js';

/** Files of a running primary that a copy must not have. The WAL is streamed. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts']);

const silent = () => undefined;

/** A PostgreSQL server of its own with a streaming replica, for tests and benchmarks of reading. */
export class ReplicatedPostgres {
  private constructor(
    /** Both URLs are of a superuser. */
    readonly primaryUrl: string,
    readonly replicaUrl: string,
    private readonly runReplica: (...args: string[]) => Promise<void>,
    private readonly stopAll: () => Promise<void>,
  ) {}

  /**
   * Starts both. The database is empty.
   * @param durable whether commits wait for the disk, as on a real server.
   */
  static async start({ durable = false } = {}): Promise<ReplicatedPostgres> {
    const directory = await realpath(await mkdtemp(join(tmpdir(), 'spandrel-replicated-')));
    await chmod(directory, 0o755);
    const primary = await startEmbeddedPostgres({
      dataDir: directory,
      durable,
      log: silent,
    });
    // Commits must reach the WAL at once, as they do on a durable server, but need not reach the disk.
    await runSql(primary.url, `ALTER SYSTEM SET synchronous_commit = on`);
    await runSql(primary.url, `ALTER SYSTEM SET wal_keep_size = '256MB'`);
    await runSql(primary.url, `SELECT pg_reload_conf()`);
    const account = await unprivilegedAccount();
    const { pgCtl } = await findBinaries(account, SHARED_DIRECTORY, silent);
    const port = await freePort();
    const copy = join(directory, 'replica');
    await copyCluster(primary.url, copy);
    await configure(copy, primary.url, port);
    if (account) {
      await giveTo(account, copy);
      await writeFile(`${copy}.log`, '');
      await chown(`${copy}.log`, account.uid, account.gid);
    }
    const runReplica = async (...args: string[]) => {
      const all = [...args, '-s', '-w', '-D', copy, '-l', `${copy}.log`];
      const { code, stderr } = await runProcess(pgCtl, all, { account });
      if (code !== 0) throw new Error(`pg_ctl ${args.join(' ')} failed: ${stderr}`);
    };
    await runReplica('start');
    const replicaUrl = new URL(primary.url);
    replicaUrl.port = String(port);
    return new ReplicatedPostgres(primary.url, replicaUrl.toString(), runReplica, async () => {
      await runReplica('stop', '-m', 'immediate').catch(silent);
      await primary.stop();
      await rm(directory, { recursive: true, force: true });
    });
  }

  /** Keeps what the primary writes from appearing on the replica, although it is received. */
  async pauseReplay(): Promise<void> {
    await runSql(this.replicaUrl, 'SELECT pg_wal_replay_pause()');
  }

  async resumeReplay(): Promise<void> {
    await runSql(this.replicaUrl, 'SELECT pg_wal_replay_resume()').catch((error: Error) => {
      // What is replayed at once may be in the way of the statement itself.
      if (!error.message.includes('conflict with recovery')) throw error;
    });
  }

  async startReplica(): Promise<void> {
    await this.runReplica('start');
  }

  /** Breaks every connection to the replica. */
  async stopReplica(): Promise<void> {
    await this.runReplica('stop', '-m', 'immediate');
  }

  /** Makes the replica a primary of its own. It cannot go back. */
  async promoteReplica(): Promise<void> {
    await this.runReplica('promote');
  }

  /** Stops both and deletes their files. */
  async stop(): Promise<void> {
    await this.stopAll();
  }
}

/** Runs one statement on a connection of its own. */
export async function runSql<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Copies a running cluster. The embedded PostgreSQL has no pg_basebackup. */
async function copyCluster(url: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const from = rows[0]!.data_directory;
    await client.query(`SELECT pg_backup_start('replica', true)`);
    await cp(from, to, {
      recursive: true,
      filter: (path) => !NOT_COPIED.has(basename(path)) && !path.startsWith(`${from}/pg_wal/`),
    });
    const stopped = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    await writeFile(join(to, 'backup_label'), stopped.rows[0]!.labelfile);
  } finally {
    await client.end();
  }
  await mkdir(join(to, 'pg_wal', 'archive_status'), { recursive: true });
}

async function configure(directory: string, primaryUrl: string, port: number): Promise<void> {
  await chmod(directory, 0o700);
  await writeFile(join(directory, 'standby.signal'), '');
  const settings = [
    `port = ${port}`,
    `primary_conninfo = '${primaryUrl}'`,
    // A conflict with replay cancels a read at once instead of after 30 seconds.
    `max_standby_streaming_delay = 0`,
  ];
  await appendFile(join(directory, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

import { access, appendFile, chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, runProcess } from '../../src/database/embedded/run-process.js';
import { unprivilegedAccount } from '../../src/database/embedded/account.js';
import { runSql } from '../replica/replicated-postgres.js';

/** A PostgreSQL of this machine that has the extension `citus`, rather than the embedded one. */
export interface Installation {
  /** The directory of `initdb` and `pg_ctl`. */
  binaries: string;
  account: Account | undefined;
}

/** Returns the PostgreSQL that `pg_config` describes, or null if there is none with Citus. */
export async function findCitus(): Promise<Installation | null> {
  const pgConfig = process.env['PG_CONFIG'] ?? 'pg_config';
  const directories = await Promise.all(
    ['--bindir', '--sharedir'].map((name) => runProcess(pgConfig, [name])),
  );
  const [binaries, share] = directories.map(({ stdout }) => stdout.trim());
  if (!binaries || !share) return null;
  try {
    await access(join(binaries, 'initdb'));
    await access(join(share, 'extension', 'citus.control'));
  } catch {
    return null;
  }
  return { binaries, account: await unprivilegedAccount() };
}

/** One PostgreSQL server with Citus, whose commits wait for the disk. */
export class PostgresNode {
  /** Of the database `postgres`, as a superuser. */
  readonly url: string;

  private constructor(
    private readonly installation: Installation,
    private readonly directory: string,
    port: number,
  ) {
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  /** @param directory does not exist yet, and can be entered by the account. */
  static async start(
    installation: Installation,
    directory: string,
    port: number,
  ): Promise<PostgresNode> {
    const node = new PostgresNode(installation, directory, port);
    await node.create(port);
    await node.start();
    return node;
  }

  async start(): Promise<void> {
    await this.control('start', '-w', '-l', join(this.directory, 'server.log'));
    await runSql(this.url, 'SELECT 1');
  }

  /** Ends all processes without a checkpoint, as if they were killed. */
  async kill(): Promise<void> {
    await this.control('stop', '-w', '-m', 'immediate');
  }

  private async create(port: number): Promise<void> {
    const { account } = this.installation;
    await mkdir(this.directory);
    await chmod(this.directory, 0o700);
    if (account) await chown(this.directory, account.uid, account.gid);
    const args = ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
    await this.run('initdb', ...args, '-D', this.directory);
    const settings = [
      `port = ${port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = ''`,
      `shared_preload_libraries = 'citus'`,
      'shared_buffers = 256MB',
      'max_wal_size = 4GB',
      'max_connections = 200',
      'max_prepared_transactions = 200',
      `citus.local_hostname = '127.0.0.1'`,
      'citus.shard_count = 8',
      'citus.recover_2pc_interval = 5s',
      // It would tell a server on the internet about the cluster.
      'citus.enable_statistics_collection = off',
    ];
    await appendFile(join(this.directory, 'postgresql.conf'), `${settings.join('\n')}\n`);
  }

  private async control(...args: string[]): Promise<void> {
    await this.run('pg_ctl', ...args, '-s', '-D', this.directory);
  }

  private async run(program: string, ...args: string[]): Promise<void> {
    const { binaries, account } = this.installation;
    const { code, stderr } = await runProcess(join(binaries, program), args, { account });
    if (code !== 0) throw new Error(`${program} ${args[0]} failed: ${stderr}`);
  }
}

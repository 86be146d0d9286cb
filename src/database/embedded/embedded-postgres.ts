import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { Client } from 'pg';
import { unprivilegedAccount } from './account.js';
import { findBinaries, type Binaries } from './binaries.js';
import {
  checkVersion,
  clusterExists,
  createCluster,
  DATABASE,
  removeDrafts,
  resetPassword,
  buildClusterUrl,
} from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { lockDataDirectory } from './lock.js';
import { generatePassword, readPassword, savePassword } from './password.js';
import { placeCluster, SHARED_DIRECTORY, type Placement } from './placement.js';
import {
  clearEarlierPostmaster,
  findPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.js';
import { supervise } from './supervision.js';

export interface EmbeddedPostgresOptions {
  /** Directory for the cluster, its password and its log. Created if it does not exist. */
  dataDir: string;
  /** Receives occasional log lines for operators. */
  log: (message: string) => void;
  /** Receives what happens if PostgreSQL ends unexpectedly. By default, `log` does. */
  warn?: (message: string) => void;
  /** False only in tests, where speed matters more than surviving a crash. */
  durable?: boolean;
}

export interface EmbeddedPostgres {
  /** `postgres://…` URL of the database, as a superuser. A restart does not change it. */
  url: string;
  /** The directory with its files, without symbolic links. */
  clusterDir: string;
  /** Resolves with the reason if PostgreSQL has ended and cannot be restarted. */
  failed: Promise<Error>;
  /** Ends all connections, writes everything to disk and stops. Calling it twice is harmless. */
  stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on the data directory and waits until it accepts connections. Creates the cluster
 * and the database if they do not exist. PostgreSQL runs until `stop` is called: signals to this
 * process do not reach it. If this process is killed, PostgreSQL keeps running, and the next start on
 * the data directory stops it first. If PostgreSQL ends before that in any way, it is restarted.
 *
 * @throws EmbeddedPostgresError that says what to do.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'The embedded PostgreSQL is not supported on Windows. Set SPANDREL_DATABASE_URL to a ' +
        'PostgreSQL server, or run in WSL or a container.',
    );
  }
  const dataDir = await openDirectory(options.dataDir);
  const release = await lockDataDirectory(dataDir, options.log);
  try {
    const { stop, ...postgres } = await start({ ...options, dataDir });
    let stopped: Promise<void> | undefined;
    const stopAndRelease = async () => {
      await stop();
      await release();
    };
    return { ...postgres, stop: () => (stopped ??= stopAndRelease()) };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Creates the directory if it does not exist, and returns its path without symbolic links. */
async function openDirectory(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
    return await realpath(path);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data directory ${path} cannot be used: ${(error as Error).message}. Set ` +
        'SPANDREL_WORKING_DIR to a directory that this user can write to.',
    );
  }
}

async function start({ dataDir, log, warn = log, durable = true }: EmbeddedPostgresOptions) {
  const unprivileged = await unprivilegedAccount();
  const placement = await placeCluster(dataDir, unprivileged, SHARED_DIRECTORY, log);
  const binaries = await findBinaries(placement.account, SHARED_DIRECTORY, log);
  const password = await prepareCluster({ dataDir, log, durable }, placement, binaries);
  const postmaster = { placement, binaries, durable, log };
  const port = await startPostmaster(postmaster);
  try {
    await createDatabase(buildClusterUrl(port, password, 'postgres'), dataDir);
  } catch (error) {
    await stopPostmaster(placement);
    throw error;
  }
  const supervision = supervise(
    {
      isRunning: async () => (await findPostmaster(placement.clusterDir)) !== undefined,
      restart: async (signal) => {
        await clearEarlierPostmaster(placement, log);
        await startPostmaster(postmaster, { port, signal });
      },
    },
    warn,
  );
  const stop = async () => {
    const unsupervised = supervision.stop();
    // Also ends the recovery that a restart may be waiting for.
    await stopPostmaster(placement);
    await unsupervised;
    await stopPostmaster(placement);
  };
  const { clusterDir } = placement;
  return { url: buildClusterUrl(port, password), clusterDir, failed: supervision.failed, stop };
}

/** Makes sure that the cluster is ready to start, and returns its password. */
async function prepareCluster(
  { dataDir, log, durable }: Required<Omit<EmbeddedPostgresOptions, 'warn'>>,
  placement: Placement,
  binaries: Binaries,
): Promise<string> {
  await removeDrafts(placement);
  const known = await readPassword(dataDir);
  const password = known ?? generatePassword();
  if (!(await clusterExists(placement))) {
    log(`Setting up PostgreSQL ${binaries.version} in ${placement.clusterDir}`);
    await savePassword(dataDir, password);
    await createCluster(placement, binaries, password, durable);
    return password;
  }
  await checkVersion(placement, binaries);
  await clearEarlierPostmaster(placement, log);
  if (known === undefined) {
    log('postgres.password is missing: setting a new password');
    await resetPassword(placement, binaries, password);
    await savePassword(dataDir, password);
  }
  return password;
}

async function createDatabase(url: string, dataDir: string): Promise<void> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      DATABASE,
    ]);
    if (rowCount === 0) {
      await client.query(`CREATE DATABASE ${DATABASE}`);
    }
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') {
      throw new EmbeddedPostgresError(
        `The password in ${dataDir}/postgres.password does not match the database. Restore the ` +
          'correct file, or delete the current one so that the next start sets a new password.',
      );
    }
    throw error;
  } finally {
    await client.end();
  }
}

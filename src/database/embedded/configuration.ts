import { constrainedMemory } from 'node:process';
import { chmod, statfs, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';

const MB = 1024 * 1024;

/** The file in the cluster with our settings, which `postgresql.conf` includes. */
export const CONFIGURATION_FILE = 'spandrel.conf';

export interface ConfigurationOptions {
  /** The TCP port on 127.0.0.1. */
  port: number;
  /** False trades safety for speed: a crash may destroy the cluster. For tests only. */
  durable: boolean;
  /** Memory of this machine or container in bytes. */
  memory: number;
  /** Bytes of shared memory in `/dev/shm`; undefined if it does not exist. */
  sharedMemory: number | undefined;
}

/** Writes our settings into the cluster directory for the next start. */
export async function writeConfiguration(
  clusterDir: string,
  { port, durable }: Pick<ConfigurationOptions, 'port' | 'durable'>,
): Promise<void> {
  const options = { port, durable, memory: availableMemory(), sharedMemory: await devShm() };
  const path = join(clusterDir, CONFIGURATION_FILE);
  await writeFile(path, renderConfiguration(options));
  // Must be readable by PostgreSQL's account, regardless of the umask.
  await chmod(path, 0o644);
}

/** Returns the text of `spandrel.conf`. */
export function renderConfiguration(options: ConfigurationOptions): string {
  const lines = Object.entries(settings(options)).map(([name, value]) => `${name} = ${value}`);
  return ['# Spandrel overwrites this file at every start.', ...lines, ''].join('\n');
}

function settings({ port, durable, memory, sharedMemory }: ConfigurationOptions) {
  const sharedBuffers = clamp(memory / 8, 64 * MB, 1024 * MB);
  return {
    listen_addresses: "'127.0.0.1'",
    port: String(port),
    // No socket: in a deep data directory, its path would be too long, and TCP is enough.
    unix_socket_directories: "''",
    // A server opens about 30; two servers share the database while one replaces the other. Tests
    // start many.
    max_connections: durable ? '200' : '500',
    password_encryption: "'scram-sha-256'",

    shared_buffers: megabytes(sharedBuffers),
    effective_cache_size: megabytes(Math.max(memory / 2, sharedBuffers)),
    work_mem: '16MB',
    maintenance_work_mem: megabytes(clamp(memory / 16, 64 * MB, 256 * MB)),
    // Containers often have 64 MB of /dev/shm, too little for parallel queries.
    dynamic_shared_memory_type:
      sharedMemory !== undefined && sharedMemory >= 256 * MB ? "'posix'" : "'mmap'",

    fsync: onOff(durable),
    synchronous_commit: onOff(durable),
    full_page_writes: onOff(durable),
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    // The embedded build has neither lz4 nor zstd.
    wal_compression: "'pglz'",

    random_page_cost: '1.1',
    effective_io_concurrency: '32',
    // Queries here are short, so compiling them costs more than it saves.
    jit: 'off',

    // Spans are inserted and hardly ever updated. Keep the visibility map and the statistics of a
    // fast-growing table fresh, and let vacuuming keep up with the writes.
    autovacuum_naptime: '30s',
    autovacuum_vacuum_insert_scale_factor: '0.1',
    autovacuum_vacuum_scale_factor: '0.1',
    autovacuum_analyze_scale_factor: '0.05',
    autovacuum_vacuum_cost_limit: '2000',

    timezone: "'UTC'",
    log_timezone: "'UTC'",
    lc_messages: "'C'",
    log_line_prefix: "'%m [%p] '",
    log_min_duration_statement: '5s',
    // Parameters contain users' prompts and answers, which do not belong in a log.
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  };
}

/** Returns the container's memory limit, or the machine's memory if there is no limit. */
function availableMemory(): number {
  const limit = constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

async function devShm(): Promise<number | undefined> {
  if (process.platform !== 'linux') {
    // On macOS, POSIX shared memory is not a file system that could be measured.
    return process.platform === 'darwin' ? Infinity : undefined;
  }
  const info = await statfs('/dev/shm').catch(() => undefined);
  return info && info.blocks * info.bsize;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MB)}MB`;
}

function onOff(value: boolean): string {
  return value ? 'on' : 'off';
}

import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { runProcess, type Account } from './run-process.js';

/** The paths and version of the PostgreSQL programs. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
  /** For example `18.4`. */
  version: string;
  /** For example `18`, which must match `PG_VERSION` in the cluster. */
  major: string;
}

/** Returns the name of the `embedded-postgres` package that has the binaries for a platform. */
export function platformPackage(platform: string, arch: string): string {
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
}

/** Parses the output of `postgres --version`; undefined if it is something else. */
export function parseVersion(output: string): { version: string; major: string } | undefined {
  const match = /^postgres \(PostgreSQL\) ((\d+)\S*)/.exec(output);
  return match?.[1] && match[2] ? { version: match[1], major: match[2] } : undefined;
}

/**
 * Finds the PostgreSQL programs and makes sure that the account can run them. If it cannot reach them
 * (for example, because they are installed under `/root`), copies them to `sharedDirectory` once per
 * version and logs that.
 */
export async function findBinaries(
  account: Account | undefined,
  sharedDirectory: string,
  log: (message: string) => void,
): Promise<Binaries> {
  const installed = installedDirectory();
  await makeExecutable(installed);
  const version = await readVersion(installed);
  if (await canUse(installed, account)) {
    return { ...programs(installed), ...version };
  }
  const copy = join(sharedDirectory, `postgresql-${version.version}-${process.arch}`);
  if (!(await exists(copy))) {
    log(`The PostgreSQL account cannot reach ${installed}: copying the programs to ${copy}`);
    await copyPrograms(installed, copy);
  }
  if (!(await canUse(copy, account))) {
    throw new EmbeddedPostgresError(
      `The account with uid ${account?.uid ?? process.getuid?.()} cannot run PostgreSQL from ` +
        `${installed} or from the copy in ${copy}. Make one of them readable and executable for ` +
        'the account, run the server as a different user, or set SPANDREL_DATABASE_URL.',
    );
  }
  return { ...programs(copy), ...version };
}

/** The `native` directory of the installed platform package. */
function installedDirectory(): string {
  const name = platformPackage(process.platform, process.arch);
  try {
    // The platform package is a dependency of `embedded-postgres`, so resolve it from there. Not
    // every package manager makes it visible here.
    const own = createRequire(import.meta.url);
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(name);
    return join(dirname(dirname(entry)), 'native');
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL is missing: the package ${name} is not installed. Install the ` +
        'optional dependencies (npm ci without --omit=optional), or set SPANDREL_DATABASE_URL to a ' +
        'PostgreSQL server.',
    );
  }
}

function programs(directory: string): Pick<Binaries, 'initdb' | 'pgCtl' | 'postgres'> {
  const bin = join(directory, 'bin');
  return {
    initdb: join(bin, 'initdb'),
    pgCtl: join(bin, 'pg_ctl'),
    postgres: join(bin, 'postgres'),
  };
}

async function readVersion(directory: string): Promise<{ version: string; major: string }> {
  const { postgres } = programs(directory);
  const { stdout, stderr } = await runProcess(postgres, ['--version']);
  const version = parseVersion(stdout);
  if (version === undefined) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL does not run on this system: ${postgres} --version printed ` +
        `"${stderr.trim() || stdout.trim()}". It needs glibc on Linux (Alpine has musl). Set ` +
        'SPANDREL_DATABASE_URL to a PostgreSQL server instead.',
    );
  }
  return version;
}

async function canUse(directory: string, account: Account | undefined): Promise<boolean> {
  const { initdb, pgCtl, postgres } = programs(directory);
  const needed = [initdb, pgCtl, join(directory, 'share', 'postgresql', 'postgres.bki')];
  const script = '[ -x "$1" ] && [ -x "$2" ] && [ -r "$3" ] && exec "$4" --version';
  const args = ['-c', script, 'sh', ...needed, postgres];
  return (await runProcess('/bin/sh', args, { account })).code === 0;
}

/** Some tools lose file modes when they unpack a package. Leaves read-only installations unchanged. */
async function makeExecutable(directory: string): Promise<void> {
  for (const file of Object.values(programs(directory))) {
    const info = await stat(file).catch(() => undefined);
    if (info !== undefined && (info.mode & 0o100) === 0) {
      await chmod(file, info.mode | 0o555).catch(() => undefined);
    }
  }
}

async function copyPrograms(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  // Rename the finished copy, so that a directory with the final name is always complete.
  const draft = await mkdtemp(`${to}.`);
  try {
    await cp(from, draft, { recursive: true, verbatimSymlinks: true });
    await makeReadable(draft);
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(to))) {
      throw error;
    }
    // Another server was faster. Use its copy.
  }
}

async function makeReadable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) {
      await chmod(path, 0o755);
    } else if (entry.isFile()) {
      const { mode } = await lstat(path);
      await chmod(path, mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

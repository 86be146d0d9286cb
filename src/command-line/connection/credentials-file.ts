import { chmod, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from '../errors/command-error.js';

/** The credential of `spandrel login` for one server. */
export type ServerCredential = { type: 'api-key'; key: string } | SignIn;

/** The tokens of a user who signed in with a browser. */
export interface SignIn {
  type: 'sign-in';
  accessToken: string;
  refreshToken: string;
  /** When the access token expires, in milliseconds since 1970. */
  expiresAt: number;
}

interface Contents {
  /** The address to use unless another one is given. */
  current?: string | undefined;
  servers: Record<string, ServerCredential>;
}

const LOCK_POLL_MS = 50;
/** A command that holds the lock for longer was stopped. A request within it ends before. */
const STALE_LOCK_MS = 90_000;

/** The file with credentials, which only its owner can read. */
export class CredentialsFile {
  /** @param path ends with `.json`. */
  constructor(readonly path: string) {}

  async read(): Promise<Contents> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { servers: {} };
      throw new CommandError(`${this.path} cannot be read: ${(error as Error).message}.`);
    }
    try {
      const { current, servers } = JSON.parse(text) as Partial<Contents>;
      return { current, servers: { ...servers } };
    } catch {
      throw new CommandError(`${this.path} is damaged. Delete it and sign in again.`);
    }
  }

  /** Reads, changes and writes the file, while no other command does. */
  async change<T>(work: (contents: Contents) => Promise<T> | T): Promise<T> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const unlock = await this.lock();
    try {
      const contents = await this.read();
      const before = JSON.stringify(contents);
      const result = await work(contents);
      if (JSON.stringify(contents) !== before) await this.write(contents);
      return result;
    } finally {
      await unlock();
    }
  }

  private async write(contents: Contents): Promise<void> {
    const next = `${this.path}.${process.pid}`;
    await writeFile(next, `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600 });
    await chmod(next, 0o600);
    await rename(next, this.path);
  }

  private async lock(): Promise<() => Promise<void>> {
    const path = `${this.path}.lock`;
    for (;;) {
      try {
        await (await open(path, 'wx', 0o600)).close();
        return () => rm(path, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
          throw new CommandError(`${path} cannot be created: ${(error as Error).message}.`);
        }
      }
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      );
      if (age > STALE_LOCK_MS) await rm(path, { force: true });
      else await pause(LOCK_POLL_MS);
    }
  }
}

/** Returns where the credentials are, by the XDG Base Directory Specification. */
export function findCredentialsFile(env: Readonly<NodeJS.ProcessEnv>): CredentialsFile {
  const base = env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return new CredentialsFile(join(base, 'spandrel', 'credentials.json'));
}

import { spawn } from 'node:child_process';

/** The operating system account a process runs under. */
export interface Account {
  uid: number;
  gid: number;
}

/** How a finished command ended. `code` is null when it could not be run or a signal ended it. */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  /** Runs the command as another account; only root may. */
  account?: Account | undefined;
  /** Text for the standard input, which is empty otherwise. */
  input?: string;
}

/**
 * Runs a command to its end and never throws: a command that cannot be run has `code` null.
 *
 * The command gets a process group of its own, so that a Ctrl-C meant for the server does not end
 * it half-way, and a bare environment, so that neither `PG…` variables change what it does nor
 * secrets of the server are handed on.
 */
export function runCommand(
  file: string,
  args: readonly string[],
  { account, input }: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise<CommandResult>((resolve) => {
    let stdout = '';
    let stderr = '';
    const child = spawn(file, args, {
      // With uid and gid Node also drops the supplementary groups: what the command can reach
      // depends on this account alone.
      ...account,
      // The account may not be allowed into the directory the server was started in.
      cwd: '/',
      detached: true,
      env: bareEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', (error) => resolve({ code: null, stdout, stderr: error.message }));
    child.once('close', (code) => resolve({ code, stdout, stderr }));
    // A command may end without reading its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  }).catch(
    // Some failures, EPERM among them, are thrown rather than emitted.
    (error: Error) => ({ code: null, stdout: '', stderr: error.message }),
  );
}

function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return {
    PATH: PATH ?? '/usr/local/bin:/usr/bin:/bin',
    ...(LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }),
    LC_ALL: 'C',
    TZ: 'UTC',
  };
}

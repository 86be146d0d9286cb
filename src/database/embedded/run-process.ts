import { spawn } from 'node:child_process';

/** The operating system account that a process runs as. */
export interface Account {
  uid: number;
  gid: number;
}

/** The result of a command. `code` is null if it could not be started or was ended by a signal. */
export interface ProcessResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  /** Runs the command as another account, which only root may do. */
  account?: Account | undefined;
  /** Text for standard input, which is empty by default. */
  input?: string;
}

/**
 * Runs a command to its end and never throws. If the command cannot be started, `code` is null.
 *
 * The command gets its own process group, so that Ctrl-C interrupts only the server, and a minimal
 * environment, so that `PG…` variables do not affect it and the server's secrets are not passed on.
 */
export function runProcess(
  file: string,
  args: readonly string[],
  { account, input }: CommandOptions = {},
): Promise<ProcessResult> {
  return new Promise<ProcessResult>((resolve) => {
    let stdout = '';
    let stderr = '';
    const child = spawn(file, args, {
      // If uid and gid are set, Node also drops the supplementary groups, so the command has only
      // this account's rights.
      ...account,
      // The account may be unable to enter the directory in which the server was started.
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
    // Some errors, such as EPERM, are thrown instead of emitted.
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

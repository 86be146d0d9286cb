import { type ChildProcess, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inheritedEnvironment } from './child-server.js';
import { countStart } from './count-starts.js';

const MAIN = fileURLToPath(new URL('../../dist/src/admin/main.js', import.meta.url));

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

export interface RunningCommand {
  process: ChildProcess;
  /** Resolves when the process has ended. */
  outcome: Promise<Outcome>;
}

/** Runs the command line as `npm run admin` does. */
export function admin(args: string[], env: Record<string, string>): Promise<Outcome> {
  return startAdmin(args, env).outcome;
}

/** Like `admin`, but does not wait for the end. */
export function startAdmin(args: string[], env: Record<string, string>): RunningCommand {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const options = { env: { ...inheritedEnvironment(), ...env }, maxBuffer: 64 * 1024 * 1024 };
  countStart('child process');
  const process_ = execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) =>
    resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
  );
  return { process: process_, outcome: promise };
}

import { type ChildProcess, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runAdmin } from './built.js';
import { inheritedEnvironment } from './child-server.js';
import { countStart } from './count-starts.js';
import { invoke, type Outcome } from './invocation.js';

const MAIN = fileURLToPath(new URL('../../dist/src/admin/main.js', import.meta.url));

export interface AdminProcess {
  process: ChildProcess;
  /** Resolves when the process has ended. */
  outcome: Promise<Outcome>;
}

/** Runs a command of `npm run admin` in this process. */
export function admin(args: string[], env: Record<string, string>): Promise<Outcome> {
  return invoke(runAdmin, args, env).outcome;
}

/** Starts `npm run admin` in a separate process. For tests that kill it, or need its exit code. */
export function spawnAdmin(args: string[], env: Record<string, string>): AdminProcess {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const options = { env: { ...inheritedEnvironment(), ...env }, maxBuffer: 64 * 1024 * 1024 };
  countStart('child process');
  const process_ = execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) =>
    resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
  );
  return { process: process_, outcome: promise };
}

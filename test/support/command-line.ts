import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Response } from 'supertest';
import { runCommandLine } from './built.js';
import { inheritedEnvironment } from './child-server.js';
import { countStart } from './count-starts.js';
import { invoke, type Outcome, type RunningProgram, untilPrinted } from './invocation.js';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

/** A command that runs in its own process. */
export interface CommandProcess extends RunningProgram {
  process: ChildProcessWithoutNullStreams;
}

/** Runs `npx spandrel` for one user. */
export interface CommandLine {
  /** Where credentials are stored. */
  configHome: string;
  run(...args: string[]): Promise<Outcome>;
  /** Like `run`, on a terminal without colors. */
  show(...args: string[]): Promise<Outcome>;
  /** Like `run`, and returns what it printed, which must be JSON. */
  json(...args: string[]): Promise<Response['body']>;
  /** Like `run` with a text on standard input. */
  feed(input: string, ...args: string[]): Promise<Outcome>;
  /** Like `run`, but does not wait for the end. */
  start(...args: string[]): RunningProgram;
  /** Like `start`, in a separate process. For signals and pipes; other tests run in this process. */
  spawn(...args: string[]): CommandProcess;
  close(): Promise<void>;
}

/** @param env variables such as SPANDREL_URL. */
export async function createCommandLine(env: Record<string, string>): Promise<CommandLine> {
  const configHome = await mkdtemp(join(tmpdir(), 'spandrel-cli-'));
  const variables = { XDG_CONFIG_HOME: configHome, ...env };
  // Commands print times in the time zone of the process.
  process.env['TZ'] = 'UTC';
  const feed = (input: string, ...args: string[]) =>
    invoke(runCommandLine, args, variables, input).outcome;
  const run = (...args: string[]) => feed('', ...args);
  return {
    configHome,
    feed,
    run,
    show: (...args) =>
      invoke(runCommandLine, args, { ...variables, NO_COLOR: '1' }, '', true).outcome,
    start: (...args) => invoke(runCommandLine, args, variables),
    spawn: (...args) => spawnCommand(args, variables),
    async json(...args) {
      const { code, stdout, stderr } = await run(...args, '--json');
      if (code !== 0) throw new Error(`Exit code ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    close: () => rm(configHome, { recursive: true, force: true }),
  };
}

function spawnCommand(args: readonly string[], env: Record<string, string>): CommandProcess {
  countStart('child process');
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...inheritedEnvironment(), TZ: 'UTC', ...env },
  });
  const texts = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => (texts[stream] += text));
  }
  return {
    process: child,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    printed: (text, to = 'stdout') => untilPrinted(() => texts[to], text),
    interrupt: () => void child.kill('SIGINT'),
    outcome: once(child, 'close').then(([code]) => ({ code, ...texts })),
  };
}

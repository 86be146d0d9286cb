import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Response } from 'supertest';
import type { Outcome } from './admin.js';
import { inheritedEnvironment } from './child-server.js';
import { countStart } from './count-starts.js';
import { eventually } from './eventually.js';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

/** A command that runs until it is stopped. */
export interface RunningCli {
  process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves with everything that was printed once it includes a text. */
  printed(text: string, to?: 'stdout' | 'stderr'): Promise<string>;
  outcome: Promise<Outcome>;
}

/** Runs `npx spandrel` for one user. */
export interface CommandLine {
  /** Where credentials are stored. */
  configHome: string;
  run(...args: string[]): Promise<Outcome>;
  /** Like `run`, and returns what it printed, which must be JSON. */
  json(...args: string[]): Promise<Response['body']>;
  /** Like `run` with a text on standard input. */
  feed(input: string, ...args: string[]): Promise<Outcome>;
  start(...args: string[]): RunningCli;
  close(): Promise<void>;
}

/** @param env variables such as SPANDREL_URL. */
export async function createCommandLine(env: Record<string, string>): Promise<CommandLine> {
  const configHome = await mkdtemp(join(tmpdir(), 'spandrel-cli-'));
  const start = (...args: string[]): RunningCli => {
    countStart('child process');
    const child = spawn(process.execPath, [CLI, ...args], {
      env: { ...inheritedEnvironment(), TZ: 'UTC', XDG_CONFIG_HOME: configHome, ...env },
    });
    const texts = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => (texts[stream] += text));
    }
    return {
      process: child,
      stdout: () => texts.stdout,
      stderr: () => texts.stderr,
      async printed(text, to = 'stdout') {
        await eventually(`"${text}" in ${to}`, () => Promise.resolve(texts[to].includes(text)));
        return texts[to];
      },
      outcome: once(child, 'close').then(([code]) => ({ code, ...texts })),
    };
  };
  const feed = (input: string, ...args: string[]): Promise<Outcome> => {
    const running = start(...args);
    running.process.stdin?.end(input);
    return running.outcome;
  };
  const run = (...args: string[]) => feed('', ...args);
  return {
    configHome,
    start,
    feed,
    run,
    async json(...args) {
      const { code, stdout, stderr } = await run(...args, '--json');
      if (code !== 0) throw new Error(`Exit code ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    close: () => rm(configHome, { recursive: true, force: true }),
  };
}

import type { Readable, Writable } from 'node:stream';

/** A stream to write text to, which may be a terminal. */
export interface TextOutput extends Writable {
  isTTY?: boolean;
  /** The width of the terminal. */
  columns?: number;
}

/** One call of a program: all that it gets from outside. Not every call needs its own process. */
export interface Invocation {
  /** Without the program and its file. */
  args: readonly string[];
  env: Readonly<NodeJS.ProcessEnv>;
  stdin: Readable & { isTTY?: boolean };
  stdout: TextOutput;
  stderr: TextOutput;
  /** From the first call of this function on, Ctrl-C aborts this signal instead of ending the program. */
  interruption(): AbortSignal;
}

/** Returns the call that started this process. */
export function processInvocation(): Invocation {
  const { argv, env, stdout, stderr } = process;
  return {
    args: argv.slice(2),
    env,
    // Opened only by what reads it.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    interruption() {
      const controller = new AbortController();
      process.once('SIGINT', () => controller.abort());
      return controller.signal;
    },
  };
}

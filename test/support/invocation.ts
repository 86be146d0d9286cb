import { PassThrough, Writable } from 'node:stream';
import type { Invocation } from '../../src/kernel/text/invocation.js';
import { eventually } from './eventually.js';

/** The outcome of a program. */
export interface Outcome {
  /** The exit code. */
  code: number;
  stdout: string;
  stderr: string;
}

/** A program that runs. */
export interface RunningProgram {
  stdout(): string;
  stderr(): string;
  /** Resolves with everything that was printed once it includes a text. */
  printed(text: string, to?: 'stdout' | 'stderr'): Promise<string>;
  /** Presses Ctrl-C. */
  interrupt(): void;
  outcome: Promise<Outcome>;
}

/**
 * Calls a program in this process, which takes a hundredth of the time that a process needs to start.
 * @param input what it reads from standard input.
 * @param isTerminal whether a person sees what it writes.
 */
export function invoke(
  program: (invocation: Invocation) => Promise<number>,
  args: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
  input = '',
  isTerminal = false,
): RunningProgram {
  const stdout = collect(isTerminal);
  const stderr = collect(isTerminal);
  const stdin = new PassThrough();
  stdin.end(input);
  const controller = new AbortController();
  const invocation: Invocation = {
    args,
    env,
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    interruption: () => controller.signal,
  };
  const texts = () => ({ stdout: stdout.text(), stderr: stderr.text() });
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    printed: (text, to = 'stdout') => untilPrinted(() => texts()[to], text),
    interrupt: () => controller.abort(),
    outcome: program(invocation).then((code) => ({ code, ...texts() })),
  };
}

/** Resolves with what a program has printed once it includes a text. */
export async function untilPrinted(printed: () => string, text: string): Promise<string> {
  await eventually(`"${text}"`, () => Promise.resolve(printed().includes(text)));
  return printed();
}

function collect(isTTY: boolean): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY }), text: () => Buffer.concat(chunks).toString() };
}

import { CommanderError } from 'commander';
import { CommandError, MisuseError } from './errors/command-error.js';
import { cleanLines } from './output/clean-text.js';
import { createProgram } from './program.js';

const [FAILED, MISUSED] = [1, 2] as const;

// A reader such as `head` has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  const program = await createProgram(process.argv[2] ?? '');
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** Reports a failure on standard error. @returns the exit code. */
function report(error: unknown): number {
  // It has been reported, or it is the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : MISUSED;
  if (!(error instanceof CommandError)) throw error;
  process.stderr.write(`${cleanLines(error.message)}\n`);
  return error instanceof MisuseError ? MISUSED : FAILED;
}

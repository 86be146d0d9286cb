import { CommanderError } from 'commander';
import type { Invocation } from '../kernel/text/invocation.js';
import { protectTerminal } from '../kernel/text/terminal-text.js';
import { PRODUCT_VERSION } from '../config/version.js';
import { CommandError, InterruptedError, MisuseError } from './errors/command-error.js';
import { cleanLines } from './output/clean-text.js';
import { createProgram, isClientCommand } from './program.js';

const [DONE, FAILED, MISUSED, INTERRUPTED] = [0, 1, 2, 130] as const;

const USAGE = `Traces and evaluates LLM applications. Starts a server with a web UI at http://127.0.0.1:6006.

  spandrel                   Starts the server. Its database keeps its files in ./data.
  spandrel admin [command]   Manages users and moves data. Without a command, lists the commands.
  spandrel --help            Shows this text.
  spandrel --version         Shows the version.

These talk to a server, and explain themselves with --help:

  spandrel login             Signs in. "spandrel logout" forgets it.
  spandrel connect           Connects the coding agents of this machine.
  spandrel projects          Lists projects.
  spandrel traces            Lists traces, shows one, or follows new ones.
  spandrel spans             The same for spans.
  spandrel sessions          Lists sessions, or shows one.
  spandrel datasets          Lists, shows, creates and extends datasets.
  spandrel experiments       Lists experiments, or shows their runs.
  spandrel prompts           Lists prompts, shows a version, or moves a tag.
  spandrel annotate          Annotates a span, a trace or a session.
  spandrel export            Downloads spans as OTLP or Parquet.

SPANDREL_ variables change the settings, such as SPANDREL_PORT and SPANDREL_WORKING_DIR. All of them are
described in the file .env.example of this package.
`;

/** Runs `spandrel` with any arguments but those of `admin`. @returns the exit code. */
export async function runCommandLine(invocation: Invocation): Promise<number> {
  const { args, stdout } = invocation;
  const stderr = protectTerminal(invocation.stderr);
  const [command = '', ...rest] = args;
  if (isClientCommand(command)) return runClientCommand(command, invocation);
  if (rest.length === 0 && ['--help', '-h', 'help'].includes(command)) {
    stdout.write(USAGE);
    return DONE;
  }
  if (rest.length === 0 && ['--version', '-v', 'version'].includes(command)) {
    stdout.write(`${PRODUCT_VERSION}\n`);
    return DONE;
  }
  stderr.write(`Unknown arguments: ${args.join(' ')}\n\n${USAGE}`);
  return MISUSED;
}

async function runClientCommand(name: string, invocation: Invocation): Promise<number> {
  try {
    const program = await createProgram(name, invocation);
    await program.parseAsync(invocation.args, { from: 'user' });
    return DONE;
  } catch (error) {
    // It has been reported, or it is the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    if (error instanceof InterruptedError) return INTERRUPTED;
    if (!(error instanceof CommandError)) throw error;
    invocation.stderr.write(`${cleanLines(error.message)}\n`);
    return error instanceof MisuseError ? MISUSED : FAILED;
  }
}

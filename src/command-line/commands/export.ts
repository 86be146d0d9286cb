import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { CommandError, InterruptedError, MisuseError } from '../errors/command-error.js';
import { encodePart } from '../connection/rest-client.js';
import { addServerOptions, type CommonOptions, createContext } from './common/context.js';
import type { InvokedCommand } from './common/invoked-command.js';
import { addTimeRange, type TimeOptions } from './common/options.js';
import type { Terminal } from '../output/terminal.js';
import { readTimeRange } from './common/time-range.js';

interface ExportOptions extends CommonOptions, TimeOptions {
  format: 'otlp' | 'parquet';
  out?: string;
}

const EXAMPLES = `
Examples:
  spandrel export checkout --since 1d > yesterday.jsonl
  spandrel export checkout --format parquet --out checkout.parquet
  spandrel export checkout --from 2026-03-01 --to 2026-04-01 | gzip > march.jsonl.gz

otlp writes a line of JSON for some spans each, which "spandrel admin import otlp" and other products read.`;

/** Adds `export`. */
export function addExport(program: Command): void {
  const command = program
    .command('export <project>')
    .description('download the spans of a project, newest start first');
  addTimeRange(addServerOptions(command))
    .addOption(
      new Option('--format <format>', 'format of the file')
        .choices(['otlp', 'parquet'])
        .default('otlp'),
    )
    .option('-o, --out <file>', 'file to write (default: standard output)')
    .addHelpText('after', EXAMPLES)
    .action(exportSpans);
}

async function exportSpans(
  project: string,
  options: ExportOptions,
  command: InvokedCommand,
): Promise<void> {
  const range = readTimeRange(options);
  const context = await createContext(options, command);
  const { terminal } = context;
  const isFile = options.out !== undefined && options.out !== '-';
  if (!isFile && options.format === 'parquet' && terminal.isTerminal) {
    throw new MisuseError('Parquet cannot be shown on a terminal. Add --out <file>.');
  }
  const path = `projects/${encodePart(project)}/spans/export`;
  const query = { format: options.format, ...range };
  if (!isFile) return print(terminal, context.client.download(path, query));
  const { client, interruption } = context.untilInterrupted();
  await writeFile(options.out!, client.download(path, query), interruption);
}

async function print(terminal: Terminal, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) await terminal.write(piece);
}

/** Gives a file its name only once it is complete. */
async function writeFile(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(partial), { signal });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    if (signal.aborted) throw new InterruptedError();
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof CommandError || code === undefined) throw error;
    throw new CommandError(`${path} cannot be written: ${message}.`);
  }
}

import { openAsBlob } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { blob } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { CommandError, MisuseError } from '../errors/command-error.js';
import { addCommonOptions, type CommonOptions, createContext } from './common/context.js';
import type { InvokedCommand } from './common/invoked-command.js';
import { collectList } from './common/options.js';
import { printJson } from '../output/json-output.js';
import { formatCount } from '../output/values.js';

const TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' };
type Format = keyof typeof TYPES;

interface UploadOptions extends CommonOptions {
  input?: string[];
  output?: string[];
  metadata?: string[];
  id?: string;
  split?: string;
  description?: string;
  format?: Format;
}

interface UploadAnswer {
  data: {
    dataset_id: string;
    version_id: string;
    num_created_examples: number;
    num_updated_examples: number;
  };
}

const EXAMPLES = `
Examples:
  spandrel datasets create capitals rows.csv --input question --output answer --id id
  jq -c '.[]' rows.json | spandrel datasets append capitals - --format jsonl --input question

Columns are those of the first line of a CSV file, and the members of the objects of a JSON lines file.`;

/** Adds `datasets create` and `datasets append`. */
export function addUploads(datasets: Command): void {
  for (const action of ['create', 'append'] as const) {
    const what = {
      create: 'create a dataset from a file',
      append: 'add the examples of a file to a dataset; examples with known IDs are updated',
    };
    addCommonOptions(datasets.command(`${action} <name> <file>`))
      .description(what[action])
      .option('--input <columns>', 'columns of the input', collectList)
      .option('--output <columns>', 'columns of the reference output', collectList)
      .option('--metadata <columns>', 'columns of the metadata', collectList)
      .option('--id <column>', 'column with your own IDs of the examples')
      .option('--split <column>', 'column with names of splits')
      .option('--description <text>', 'description of a new dataset')
      .addOption(
        new Option('--format <format>', 'format of the file (default: by its name)').choices([
          'csv',
          'jsonl',
        ]),
      )
      .addHelpText('after', EXAMPLES)
      .action((name: string, file: string, options: UploadOptions, command: InvokedCommand) =>
        upload(action, name, file, options, command),
      );
  }
}

async function upload(
  action: 'create' | 'append',
  name: string,
  file: string,
  options: UploadOptions,
  command: InvokedCommand,
): Promise<void> {
  const { input = [], output = [], metadata = [], id, split, description = name } = options;
  if (input.length + output.length + metadata.length === 0) {
    throw new MisuseError('Name the columns to take with --input, --output and --metadata.');
  }
  const type = TYPES[options.format ?? readFormat(file)];
  const { client, terminal } = await createContext(options, command);
  const form = new FormData();
  form.set('name', name);
  form.set('action', action);
  form.set('description', description);
  for (const key of input) form.append('input_keys[]', key);
  for (const key of output) form.append('output_keys[]', key);
  for (const key of metadata) form.append('metadata_keys[]', key);
  if (id !== undefined) form.set('example_id_key', id);
  if (split !== undefined) form.set('split_key', split);
  form.set('file', await openFile(file, type, command.invocation.stdin), basename(file));
  const answer = await client.post<UploadAnswer>('datasets/upload', form, { sync: true });
  if (options.json) return printJson(terminal, answer);
  const { num_created_examples, num_updated_examples, version_id } = answer.data;
  terminal.writeLine(
    `${formatCount(num_created_examples)} examples created, ${formatCount(num_updated_examples)} updated. Version ${version_id}.`,
  );
}

function readFormat(file: string): Format {
  if (/\.(csv|tsv)$/i.test(file)) return 'csv';
  if (/\.(jsonl|ndjson)$/i.test(file)) return 'jsonl';
  throw new MisuseError(`Say with --format whether "${file}" is csv or jsonl.`);
}

/** Large files are read while they are sent. */
async function openFile(file: string, type: string, stdin: Readable): Promise<Blob> {
  if (file === '-') return new Blob([await blob(stdin)], { type });
  try {
    await access(file, constants.R_OK);
    return await openAsBlob(file, { type });
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

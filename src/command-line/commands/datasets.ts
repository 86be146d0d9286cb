import type { Command } from 'commander';
import { Option } from 'commander';
import { CommandError } from '../errors/command-error.js';
import { encodePart, type Page, type RestClient } from '../connection/rest-client.js';
import { addCommonOptions, type CommonOptions, createContext } from './common/context.js';
import type { InvokedCommand } from './common/invoked-command.js';
import { addGroupHelp } from './common/group-help.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { addPage, collectList, type PageOptions } from './common/options.js';
import { printJson } from '../output/json-output.js';
import { printPage } from './common/listing.js';
import { printFields } from '../output/record.js';
import type { Column } from '../output/table.js';
import { formatCount, formatJson, formatTime } from '../output/values.js';
import { addUploads } from './datasets-upload.js';

interface DatasetItem {
  id: string;
  name: string;
  description: string | null;
  example_count: number;
  created_at: string;
  updated_at: string;
}

interface ExampleItem {
  id: string;
  input: JsonValue;
  output: JsonValue;
  metadata: JsonValue;
}

interface ListOptions extends CommonOptions, PageOptions {
  name?: string;
}

interface ExamplesOptions extends CommonOptions {
  version?: string;
  split?: string[];
  format?: 'csv' | 'jsonl';
}

const COLUMNS: Column<DatasetItem>[] = [
  { title: 'NAME', value: ({ name }) => name, min: 20 },
  { title: 'EXAMPLES', value: (dataset) => formatCount(dataset.example_count), align: 'right' },
  { title: 'CREATED', value: ({ created_at }) => formatTime(created_at), optional: 1 },
  { title: 'ID', value: ({ id }) => id },
];

const EXAMPLE_COLUMNS: Column<ExampleItem>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'INPUT', value: ({ input }) => formatJson(input), min: 16 },
  { title: 'OUTPUT', value: ({ output }) => formatJson(output), min: 16 },
  { title: 'METADATA', value: ({ metadata }) => formatJson(metadata), min: 8, optional: 1 },
];

const EXAMPLES = `
Examples:
  spandrel datasets
  spandrel datasets get capitals
  spandrel datasets examples capitals --split test
  spandrel datasets examples capitals --format csv > capitals.csv
  spandrel datasets create capitals rows.csv --input question --output answer --id id
  spandrel datasets append capitals more.jsonl --input question --output answer`;

/** Adds `datasets`. */
export function addDatasets(program: Command): void {
  const datasets = program
    .command('datasets')
    .description('list, show, create and extend datasets');
  const list = datasets.command('list', { isDefault: true }).description('list datasets');
  addPage(addCommonOptions(list)).option('--name <name>', 'exact name').action(listDatasets);
  addGroupHelp(datasets, list, EXAMPLES);
  addCommonOptions(datasets.command('get <dataset>'))
    .description('show a dataset, by name or ID')
    .action(getDataset);
  addCommonOptions(datasets.command('examples <dataset>'))
    .description('list the examples of a dataset, by name or ID')
    .option('--version <id>', 'version (default: the newest)')
    .option('--split <names>', 'examples in any of these splits', collectList)
    .addOption(
      new Option('--format <format>', 'download all examples as a file')
        .choices(['csv', 'jsonl'])
        .conflicts(['json', 'split']),
    )
    .addHelpText('after', EXAMPLES)
    .action(listExamples);
  addUploads(datasets);
}

async function listDatasets(options: ListOptions, command: InvokedCommand): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const { name, cursor, limit } = options;
  const page: Page<DatasetItem> = await client.list('datasets', { name, cursor, limit });
  printPage(terminal, page, { noun: 'dataset', columns: COLUMNS }, options.json);
}

async function getDataset(
  dataset: string,
  options: CommonOptions,
  command: InvokedCommand,
): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const id = await findDatasetId(client, dataset);
  const answer = await client.get<{ data: DatasetItem }>(`datasets/${encodePart(id)}`);
  if (options.json) return printJson(terminal, answer);
  const { name, description, example_count, created_at, updated_at } = answer.data;
  printFields(terminal, [
    ['Name', name],
    ['Description', description ?? ''],
    ['Examples', formatCount(example_count)],
    ['Created', formatTime(created_at)],
    ['Updated', formatTime(updated_at)],
    ['ID', id],
  ]);
}

async function listExamples(
  dataset: string,
  options: ExamplesOptions,
  command: InvokedCommand,
): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const id = await findDatasetId(client, dataset);
  const path = `datasets/${encodePart(id)}`;
  const { format, version, split } = options;
  if (format) {
    for await (const piece of client.download(`${path}/${format}`, { version_id: version })) {
      await terminal.write(piece);
    }
    return;
  }
  const answer = await client.get<{ data: { examples: ExampleItem[] } }>(`${path}/examples`, {
    version_id: version,
    split,
  });
  if (options.json) return printJson(terminal, answer);
  const page = { data: answer.data.examples, next_cursor: null };
  printPage(terminal, page, { noun: 'example', columns: EXAMPLE_COLUMNS }, false);
}

/**
 * Finds a dataset by its name, or takes its ID.
 * @throws CommandError if no dataset has this name, and it is not an ID.
 */
export async function findDatasetId(client: RestClient, dataset: string): Promise<string> {
  const { data }: Page<DatasetItem> = await client.get('datasets', { name: dataset, limit: 1 });
  if (data[0]) return data[0].id;
  if (Buffer.from(dataset, 'base64').toString().startsWith('Dataset:')) return dataset;
  throw new CommandError(`Dataset "${dataset}" not found. "spandrel datasets" lists all.`);
}

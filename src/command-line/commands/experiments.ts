import { type Command, Option } from 'commander';
import type { JsonValue, RawNumber } from '../../kernel/json/json.js';
import { encodePart, type Page } from '../connection/rest-client.js';
import { addCommonOptions, type CommonOptions, createContext } from './common/context.js';
import type { InvokedCommand } from './common/invoked-command.js';
import { addGroupHelp } from './common/group-help.js';
import { addPage, type PageOptions } from './common/options.js';
import { printJson } from '../output/json-output.js';
import { printPage } from './common/listing.js';
import { printFields } from '../output/record.js';
import type { Column } from '../output/table.js';
import {
  formatCount,
  formatDuration,
  formatJson,
  formatScore,
  formatTime,
} from '../output/values.js';
import { findDatasetId } from './datasets.js';

interface ExperimentItem {
  id: string;
  dataset_id: string;
  dataset_version_id: string;
  name: string;
  description: string | null;
  repetitions: number;
  project_name: string | null;
  created_at: string;
  example_count: number;
  successful_run_count: number;
  failed_run_count: number;
  missing_run_count: number;
}

interface Evaluation {
  name: string;
  label: string | null;
  score: number | RawNumber | null;
}

interface RunItem {
  example_id: string;
  repetition_number: number;
  output: JsonValue;
  error: string | null;
  latency_ms: number | RawNumber;
  annotations: Evaluation[];
}

interface RunsOptions extends CommonOptions {
  format?: 'json' | 'csv';
}

const COLUMNS: Column<ExperimentItem>[] = [
  { title: 'NAME', value: ({ name }) => name, min: 16 },
  { title: 'CREATED', value: ({ created_at }) => formatTime(created_at), optional: 1 },
  { title: 'OK', value: (one) => formatCount(one.successful_run_count), align: 'right' },
  {
    title: 'FAILED',
    value: (one) => formatCount(one.failed_run_count),
    align: 'right',
    style: ({ failed_run_count }) => (failed_run_count > 0 ? 'red' : undefined),
  },
  { title: 'MISSING', value: (one) => formatCount(one.missing_run_count), align: 'right' },
  { title: 'ID', value: ({ id }) => id },
];

const RUN_COLUMNS: Column<RunItem>[] = [
  { title: 'EXAMPLE', value: ({ example_id }) => example_id },
  { title: 'REP', value: (run) => formatCount(run.repetition_number), align: 'right', optional: 1 },
  {
    title: 'LATENCY',
    value: (run) => formatDuration(Number(formatScore(run.latency_ms))),
    align: 'right',
  },
  { title: 'OUTPUT', value: ({ output }) => formatJson(output), min: 16 },
  { title: 'EVALUATIONS', value: ({ annotations }) => annotations.map(toShort).join(' '), min: 12 },
];

const EXAMPLES = `
Examples:
  spandrel experiments capitals
  spandrel experiments get RXhwZXJpbWVudDox
  spandrel experiments runs RXhwZXJpbWVudDox
  spandrel experiments runs RXhwZXJpbWVudDox --format csv > runs.csv`;

/** Adds `experiments`. */
export function addExperiments(program: Command): void {
  const experiments = program
    .command('experiments')
    .description('list the experiments of a dataset, or show one and its runs');
  const list = experiments
    .command('list <dataset>', { isDefault: true })
    .description('list the experiments of a dataset, newest first');
  addPage(addCommonOptions(list)).action(listExperiments);
  addGroupHelp(experiments, list, EXAMPLES);
  addCommonOptions(experiments.command('get <experiment-id>'))
    .description('show an experiment')
    .action(getExperiment);
  addCommonOptions(experiments.command('runs <experiment-id>'))
    .description('list the runs of an experiment with their evaluations')
    .addOption(
      new Option('--format <format>', 'download all runs as a file')
        .choices(['json', 'csv'])
        .conflicts('json'),
    )
    .addHelpText('after', EXAMPLES)
    .action(listRuns);
}

async function listExperiments(
  dataset: string,
  options: CommonOptions & PageOptions,
  command: InvokedCommand,
): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const id = await findDatasetId(client, dataset);
  const { cursor, limit } = options;
  const path = `datasets/${encodePart(id)}/experiments`;
  const page: Page<ExperimentItem> = await client.list(path, { cursor, limit });
  printPage(terminal, page, { noun: 'experiment', columns: COLUMNS }, options.json);
}

async function getExperiment(
  id: string,
  options: CommonOptions,
  command: InvokedCommand,
): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const answer = await client.get<{ data: ExperimentItem }>(`experiments/${encodePart(id)}`);
  if (options.json) return printJson(terminal, answer);
  const { data: experiment } = answer;
  printFields(terminal, [
    ['Name', experiment.name],
    ['Description', experiment.description ?? ''],
    ['Created', formatTime(experiment.created_at)],
    ['Examples', formatCount(experiment.example_count)],
    ['Repetitions', formatCount(experiment.repetitions)],
    ['Successful runs', formatCount(experiment.successful_run_count)],
    ['Failed runs', formatCount(experiment.failed_run_count)],
    ['Missing runs', formatCount(experiment.missing_run_count)],
    ['Project', experiment.project_name ?? ''],
    ['Dataset ID', experiment.dataset_id],
    ['Version ID', experiment.dataset_version_id],
    ['ID', experiment.id],
  ]);
}

async function listRuns(id: string, options: RunsOptions, command: InvokedCommand): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const path = `experiments/${encodePart(id)}`;
  if (options.format) {
    for await (const piece of client.download(`${path}/${options.format}`)) {
      await terminal.write(piece);
    }
    return;
  }
  const runs = await client.get<RunItem[]>(`${path}/json`);
  if (options.json) return printJson(terminal, runs);
  const below = ({ error }: RunItem) => error ?? '';
  const listing = { noun: 'run', columns: RUN_COLUMNS, below };
  printPage(terminal, { data: runs, next_cursor: null }, listing, false);
}

/** `exact=1 tone=friendly`. */
function toShort({ name, label, score }: Evaluation): string {
  return `${name}=${[label, formatScore(score)].filter(Boolean).join('/')}`;
}

import { type Command, Option } from 'commander';
import { MisuseError } from '../errors/command-error.js';
import { encodePart, type Page } from '../connection/rest-client.js';
import { addCommonOptions, type CommonOptions, createContext } from './common/context.js';
import { type InvokedCommand, VariableOption } from './common/invoked-command.js';
import { addGroupHelp } from './common/group-help.js';
import { addOrder, addPage, type PageOptions } from './common/options.js';
import { printJson } from '../output/json-output.js';
import { printPage } from './common/listing.js';
import { printFields } from '../output/record.js';
import { type Column, Table } from '../output/table.js';
import {
  durationBetween,
  formatCount,
  formatDuration,
  formatShortTime,
  formatTime,
} from '../output/values.js';

interface SessionTrace {
  trace_id: string;
  start_time: string;
  end_time: string;
}

interface SessionItem extends Omit<SessionTrace, 'trace_id'> {
  session_id: string;
  token_count_total: number;
  traces: SessionTrace[];
}

interface ListOptions extends CommonOptions, PageOptions {
  project?: string;
  filter?: string;
  sort: string;
  order: string;
}

const COLUMNS: Column<SessionItem>[] = [
  { title: 'STARTED', value: ({ start_time }) => formatShortTime(start_time) },
  { title: 'LAST ACTIVITY', value: ({ end_time }) => formatShortTime(end_time) },
  { title: 'TRACES', value: ({ traces }) => formatCount(traces.length), align: 'right' },
  {
    title: 'TOKENS',
    value: ({ token_count_total }) => formatCount(token_count_total),
    align: 'right',
  },
  { title: 'SESSION ID', value: ({ session_id }) => session_id },
];

const TRACE_COLUMNS: Column<SessionTrace>[] = [
  { title: 'STARTED', value: ({ start_time }) => formatShortTime(start_time) },
  { title: 'DURATION', value: (trace) => formatDuration(durationBetween(trace)), align: 'right' },
  { title: 'TRACE ID', value: ({ trace_id }) => trace_id },
];

const EXAMPLES = `
Examples:
  spandrel sessions -p support-chat
  spandrel sessions -p support-chat --filter "num_traces > 10"
  spandrel sessions get chat-4711

Conditions are explained at docs/filters.md#sessions.`;

/** Adds `sessions`. */
export function addSessions(program: Command): void {
  const sessions = program.command('sessions').description('list sessions, or show one');
  const list = sessions
    .command('list', { isDefault: true })
    .description('list sessions, newest first');
  addOrder(addPage(addCommonOptions(list)))
    .addOption(
      new VariableOption(
        '-p, --project <project>',
        'name or ID of a project (default: all)',
        'SPANDREL_PROJECT',
      ),
    )
    .option('--filter <condition>', 'sessions of a project that meet a condition')
    .addOption(
      new Option('--sort <value>', 'what to sort by; with --filter, always when they were stored')
        .choices(['start_time', 'end_time'])
        .default('start_time'),
    )
    .action(listSessions);
  addGroupHelp(sessions, list, EXAMPLES);
  addCommonOptions(sessions.command('get <session-id>'))
    .description('show a session and its traces')
    .option('-p, --project <project>', 'its project, if several have a session with the ID')
    .addHelpText('after', EXAMPLES)
    .action(getSession);
}

async function listSessions(options: ListOptions, command: InvokedCommand): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const { project, filter, sort, order, cursor, limit } = options;
  if (filter !== undefined && project === undefined) {
    throw new MisuseError('--filter needs --project.');
  }
  const page: Page<SessionItem> =
    filter === undefined
      ? await client.list('sessions', { project_identifier: project, sort, order, cursor, limit })
      : await client.list(`projects/${encodePart(project!)}/sessions`, {
          filter,
          order,
          cursor,
          limit,
        });
  printPage(terminal, page, { noun: 'session', columns: COLUMNS }, options.json);
}

async function getSession(
  sessionId: string,
  options: CommonOptions & { project?: string },
  command: InvokedCommand,
): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const answer = await client.get<{ data: SessionItem }>(`sessions/${encodePart(sessionId)}`, {
    project_identifier: options.project,
  });
  if (options.json) return printJson(terminal, answer);
  const { data: session } = answer;
  printFields(terminal, [
    ['Session ID', session.session_id],
    ['Started', formatTime(session.start_time)],
    ['Last activity', formatTime(session.end_time)],
    ['Tokens', formatCount(session.token_count_total)],
    ['Traces', formatCount(session.traces.length)],
  ]);
  terminal.writeLine('');
  new Table(terminal, TRACE_COLUMNS).print(session.traces);
}

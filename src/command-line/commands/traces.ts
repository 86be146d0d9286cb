import { type Command, Option } from 'commander';
import pLimit from 'p-limit';
import { encodePart, type Page, type Query, type RestClient } from '../connection/rest-client.js';
import {
  addCommonOptions,
  type CommonOptions,
  type Context,
  createContext,
} from './common/context.js';
import type { InvokedCommand } from './common/invoked-command.js';
import { assertCanFollow, follow } from './common/following.js';
import { addGroupHelp } from './common/group-help.js';
import {
  addOrder,
  addPage,
  addProject,
  addTimeRange,
  type PageOptions,
  type ProjectOption,
  type TimeOptions,
} from './common/options.js';
import { toJsonLine } from '../output/json-output.js';
import { printPage } from './common/listing.js';
import { type Column, Table } from '../output/table.js';
import { durationBetween, formatCount, formatDuration, formatShortTime } from '../output/values.js';
import { readTimeRange } from './common/time-range.js';
import { explainFailure, type SpanItem } from './span-item.js';
import { isTrace, type TraceItem } from './trace-item.js';
import { addGetTrace } from './traces-get.js';

interface ListOptions extends CommonOptions, ProjectOption, TimeOptions, PageOptions {
  failed?: boolean;
  filter?: string;
  search?: string;
  session?: string;
  sort: string;
  order: string;
  follow?: boolean;
}

/** Conditions of a filter that name traces, which the server limits. */
const MAX_NAMED = 20;
/** Requests at the same time. */
const CONCURRENCY = 4;

const COLUMNS: Column<TraceItem>[] = [
  { title: 'STARTED', value: ({ start_time }) => formatShortTime(start_time) },
  { title: 'NAME', value: ({ root_span }) => root_span?.name ?? '(no root span)', min: 12 },
  {
    title: 'DURATION',
    value: (trace) => formatDuration(durationBetween(trace)),
    align: 'right',
  },
  {
    title: 'TOKENS',
    value: ({ token_count_total }) => formatCount(token_count_total),
    align: 'right',
    optional: 2,
  },
  {
    title: 'SPANS',
    value: ({ span_count }) => formatCount(span_count),
    align: 'right',
    optional: 1,
  },
  {
    title: 'ERRORS',
    value: ({ error_count }) => formatCount(error_count),
    align: 'right',
    style: ({ error_count }) => (error_count > 0 ? 'red' : undefined),
  },
  { title: 'TRACE ID', value: ({ trace_id }) => trace_id },
];

const EXAMPLES = `
Examples:
  spandrel traces -p checkout --from yesterday --to today --failed
  spandrel traces -p checkout --since 12h --filter "latency_ms > 5000" --sort latency_ms
  spandrel traces -p checkout --search "card declined" --json
  spandrel traces -p checkout --follow
  spandrel traces get 0af7651916cd43dd8448eb211c80319c

Below a failed trace is the error of the failed span that began last.
Conditions are explained at docs/filters.md#traces.`;

/** Adds `traces`. */
export function addTraces(program: Command): void {
  const traces = program.command('traces').description('list traces, or show one');
  const list = traces.command('list', { isDefault: true }).description('list traces, newest first');
  addOrder(addPage(addTimeRange(addProject(addCommonOptions(list)))))
    .option('--failed', 'traces with failed spans')
    .option('--filter <condition>', 'traces that meet a condition, such as "total_cost > 0.1"')
    .option('--search <words>', 'traces with a span that contains all words')
    .option('--session <id>', 'traces of a session')
    .addOption(
      new Option('--sort <value>', 'what to sort by')
        .choices(['start_time', 'latency_ms'])
        .default('start_time'),
    )
    .option('-f, --follow', 'keep running and print each trace when its root span arrives')
    .action(listTraces);
  addGroupHelp(traces, list, EXAMPLES);
  addGetTrace(traces);
}

async function listTraces(options: ListOptions, command: InvokedCommand): Promise<void> {
  const context = await createContext(options, command);
  const { client, terminal } = context;
  const path = `projects/${encodePart(options.project)}/traces`;
  if (options.follow) return followTraces(context, path, options);
  const page = await client.list<TraceItem>(path, {
    ...toQuery(options),
    ...readTimeRange(options),
    sort: options.sort,
    order: options.order,
    cursor: options.cursor,
    limit: options.limit,
  });
  const failures = options.json
    ? new Map()
    : await readFailures(client, options.project, page.data);
  const below = ({ trace_id }: TraceItem) => failures.get(trace_id) ?? '';
  printPage(terminal, page, { noun: 'trace', columns: COLUMNS, below }, options.json);
}

function toQuery({ failed, filter, search, session }: ListOptions): Query {
  return {
    include_root_spans: true,
    filter,
    search,
    session_identifier: session,
    ...(failed ? { error: true } : {}),
  };
}

/** Prints traces when their root spans arrive, because these are usually sent last. */
async function followTraces(context: Context, path: string, options: ListOptions): Promise<void> {
  assertCanFollow(options);
  const { terminal, interruption, client } = context.untilInterrupted();
  let failures = new Map<string, string>();
  const printed = new Set<string>();
  const table = new Table(terminal, COLUMNS, {
    below: ({ trace_id }) => failures.get(trace_id) ?? '',
    grows: true,
  });
  await follow<SpanItem>({
    client,
    terminal,
    interruption,
    path: `projects/${encodePart(options.project)}/spans`,
    query: { parent_id: 'null' },
    limit: options.limit,
    print: async (roots) => {
      // A trace can have several roots.
      const isNew = ({ context }: SpanItem) => !printed.has(context.trace_id);
      const found = await findTraces(client, path, roots.filter(isNew), options);
      if (options.json) {
        for (const trace of found) terminal.writeLine(toJsonLine(trace));
      } else {
        failures = await readFailures(client, options.project, found);
        table.print(found);
      }
      for (const { trace_id } of found) printed.add(trace_id);
    },
  });
}

/** Finds the traces of root spans that meet the options, in the order of the spans. */
async function findTraces(
  client: RestClient,
  path: string,
  roots: readonly SpanItem[],
  options: ListOptions,
): Promise<TraceItem[]> {
  const ids = [...new Set(roots.map(({ context }) => context.trace_id))];
  const found = new Map<string, TraceItem>();
  for (let from = 0; from < ids.length; from += MAX_NAMED) {
    const named = ids.slice(from, from + MAX_NAMED);
    const isNamed = named.map(isTrace).join(' or ');
    const filter = options.filter ? `(${options.filter}) and (${isNamed})` : isNamed;
    const page: Page<TraceItem> = await client.get(path, {
      ...toQuery(options),
      filter,
      limit: MAX_NAMED,
    });
    for (const trace of page.data) found.set(trace.trace_id, trace);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Reads why traces failed, by trace ID: the error of the failed span that began last. */
async function readFailures(
  client: RestClient,
  project: string,
  traces: readonly TraceItem[],
): Promise<Map<string, string>> {
  const failed = traces.filter(({ error_count }) => error_count > 0);
  const limit = pLimit(CONCURRENCY);
  const read = async ({ trace_id }: TraceItem): Promise<[string, string][]> => {
    const { data }: Page<SpanItem> = await client.get(`projects/${encodePart(project)}/spans`, {
      trace_id,
      status_code: 'ERROR',
      sort: 'start_time',
      limit: 1,
    });
    return data.map((span) => [trace_id, `${span.name}: ${explainFailure(span)}`]);
  };
  const failures = await Promise.all(failed.map((trace) => limit(() => read(trace))));
  return new Map(failures.flat());
}

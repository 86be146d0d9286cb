import { type Command, Option } from 'commander';
import { encodePart, type Query } from '../connection/rest-client.js';
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
  collectList,
  collect,
  type PageOptions,
  type ProjectOption,
  type TimeOptions,
} from './common/options.js';
import { toJsonLine } from '../output/json-output.js';
import { printPage } from './common/listing.js';
import { type Column, Table } from '../output/table.js';
import { durationBetween, formatCount, formatDuration, formatShortTime } from '../output/values.js';
import { readTimeRange } from './common/time-range.js';
import { countTokens, explainFailure, type SpanItem, styleOfStatus } from './span-item.js';
import { addGetSpan } from './spans-get.js';

interface ListOptions extends CommonOptions, ProjectOption, TimeOptions, PageOptions {
  failed?: boolean;
  filter?: string;
  search?: string;
  kind?: string[];
  name?: string[];
  trace?: string[];
  attribute?: string[];
  roots?: boolean;
  sort: string;
  order: string;
  follow?: boolean;
}

const COLUMNS: Column<SpanItem>[] = [
  { title: 'STARTED', value: ({ start_time }) => formatShortTime(start_time) },
  { title: 'KIND', value: ({ span_kind }) => span_kind },
  { title: 'NAME', value: ({ name }) => name, min: 12 },
  { title: 'DURATION', value: (span) => formatDuration(durationBetween(span)), align: 'right' },
  {
    title: 'TOKENS',
    value: (span) => {
      const tokens = countTokens(span);
      return tokens === null ? '' : formatCount(tokens);
    },
    align: 'right',
    optional: 1,
  },
  {
    title: 'STATUS',
    value: ({ status_code }) => status_code,
    style: ({ status_code }) => styleOfStatus(status_code),
  },
  { title: 'SPAN ID', value: ({ context }) => context.span_id },
  { title: 'TRACE ID', value: ({ context }) => context.trace_id, optional: 2 },
];

const EXAMPLES = `
Examples:
  spandrel spans -p checkout --kind LLM,TOOL --failed --since 1d
  spandrel spans -p checkout --filter "latency_ms > 1000 and llm.token_count.total > 2000"
  spandrel spans -p checkout --attribute user.id:kim --json
  spandrel spans -p checkout --follow --failed
  spandrel spans get b7ad6b7169203331

Conditions are explained at docs/filters.md#spans.`;

/** Adds `spans`. */
export function addSpans(program: Command): void {
  const spans = program.command('spans').description('list spans, or show one');
  const list = spans.command('list', { isDefault: true }).description('list spans, newest first');
  addOrder(addPage(addTimeRange(addProject(addCommonOptions(list)))))
    .option('--failed', 'spans with the status ERROR')
    .option('--filter <condition>', 'spans that meet a condition, such as "latency_ms > 1000"')
    .option('--search <words>', 'spans that contain all words')
    .option('--kind <kinds>', 'kinds, such as LLM,TOOL', collectList)
    .option('--name <name>', 'exact name; can be repeated', collect)
    .option('--trace <id>', 'spans of a trace; can be repeated', collect)
    .option(
      '--attribute <key:value>',
      'an attribute, such as user.id:kim; can be repeated',
      collect,
    )
    .option('--roots', 'spans without a parent')
    .addOption(
      new Option('--sort <value>', 'what to sort by: start_time, or id for when they were stored')
        .choices(['start_time', 'id'])
        .default('start_time'),
    )
    .option('-f, --follow', 'keep running and print each new span')
    .action(listSpans);
  addGroupHelp(spans, list, EXAMPLES);
  addGetSpan(spans);
}

async function listSpans(options: ListOptions, command: InvokedCommand): Promise<void> {
  const context = await createContext(options, command);
  const path = `projects/${encodePart(options.project)}/spans`;
  if (options.follow) return followSpans(context, path, options);
  const page = await context.client.list<SpanItem>(path, {
    ...toQuery(options),
    ...readTimeRange(options),
    sort: options.sort,
    order: options.order,
    cursor: options.cursor,
    limit: options.limit,
  });
  const listing = { noun: 'span', columns: COLUMNS, below: explainFailure };
  printPage(context.terminal, page, listing, options.json);
}

function toQuery(options: ListOptions): Query {
  const { failed, filter, search, kind, name, trace, attribute, roots } = options;
  return {
    filter,
    search,
    span_kind: kind,
    name,
    trace_id: trace,
    attribute,
    ...(roots ? { parent_id: 'null' } : {}),
    ...(failed ? { status_code: 'ERROR' } : {}),
  };
}

async function followSpans(context: Context, path: string, options: ListOptions): Promise<void> {
  assertCanFollow(options);
  const { terminal, interruption, client } = context.untilInterrupted();
  const table = new Table(terminal, COLUMNS, { below: explainFailure, grows: true });
  await follow<SpanItem>({
    client,
    terminal,
    interruption,
    path,
    query: toQuery(options),
    limit: options.limit,
    print: (spans) => {
      if (options.json) {
        for (const span of spans) terminal.writeLine(toJsonLine(span));
      } else {
        table.print(spans);
      }
      return Promise.resolve();
    },
  });
}

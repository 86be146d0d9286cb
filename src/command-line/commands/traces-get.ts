import type { Command } from 'commander';
import { encodePart, type Page, type RestClient } from '../connection/rest-client.js';
import { CommandError } from '../errors/command-error.js';
import { addCommonOptions, type CommonOptions, createContext } from './common/context.js';
import type { InvokedCommand } from './common/invoked-command.js';
import { cleanLine, cutLine } from '../output/clean-text.js';
import { printJson } from '../output/json-output.js';
import { type Column, Table } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';
import {
  durationBetween,
  formatCount,
  formatDuration,
  formatJson,
  formatPlural,
  formatTime,
} from '../output/values.js';
import { countTokens, explainFailure, type SpanItem, styleOfStatus } from './span-item.js';
import { toTree, type TreeRow } from './span-tree.js';
import { isTrace, type TraceItem } from './trace-item.js';

/** Spans that are shown of a trace. */
const MAX_SPANS = 1000;
const MAX_PREVIEW_LENGTH = 500;

const EXAMPLES = `
Examples:
  spandrel traces get 0af7651916cd43dd8448eb211c80319c
  spandrel traces get 0af7651916cd43dd8448eb211c80319c --json | jq '.data.spans[].name'

"spandrel spans get <span-id>" shows everything about one span.`;

/** Adds `traces get`. */
export function addGetTrace(traces: Command): void {
  addCommonOptions(traces.command('get <trace-id>'))
    .description('show a trace: its tree of spans with times, tokens and errors')
    .option('-p, --project <project>', 'its project, for API keys that are limited to one')
    .addHelpText('after', EXAMPLES)
    .action(getTrace);
}

interface GetOptions extends CommonOptions {
  project?: string;
}

async function getTrace(
  traceId: string,
  options: GetOptions,
  command: InvokedCommand,
): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const trace = await readTrace(client, traceId, options.project);
  const spans: Page<SpanItem> = await client.list(
    `projects/${encodePart(trace.project_id)}/spans`,
    { trace_id: trace.trace_id, sort: 'start_time', order: 'asc', limit: MAX_SPANS },
  );
  if (options.json) return printJson(terminal, { data: { ...trace, spans: spans.data } });
  printSummary(terminal, client.url, trace);
  printRoot(terminal, spans.data);
  printTree(terminal, trace, spans.data);
  const more = trace.span_count - spans.data.length;
  if (more > 0) terminal.note(`${formatPlural(more, 'more span')} began later.`);
}

/** Keys for one project can only read it through its project. */
async function readTrace(
  client: RestClient,
  traceId: string,
  project: string | undefined,
): Promise<TraceItem> {
  if (project === undefined) {
    return (await client.get<{ data: TraceItem }>(`traces/${encodePart(traceId)}`)).data;
  }
  const { data }: Page<TraceItem> = await client.get(`projects/${encodePart(project)}/traces`, {
    filter: isTrace(traceId),
    include_root_spans: true,
    limit: 1,
  });
  if (data[0]) return data[0];
  throw new CommandError(`Trace "${traceId}" not found in the project "${project}".`);
}

function printSummary(terminal: Terminal, url: string, trace: TraceItem): void {
  const name = cleanLine(trace.root_span?.name ?? '(no root span)');
  const errors = trace.error_count > 0 ? [`${formatCount(trace.error_count)} failed`] : [];
  const facts = [
    formatTime(trace.start_time),
    formatDuration(durationBetween(trace)),
    formatPlural(trace.span_count, 'span'),
    ...errors,
    formatPlural(trace.token_count_total, 'token'),
  ];
  terminal.writeLine(
    `${terminal.style('bold', cutLine(name, terminal.width - 34))}  ${cleanLine(trace.trace_id)}`,
  );
  terminal.writeLine(facts.join(' · '));
  const { project_id, trace_id } = trace;
  terminal.writeLine(
    terminal.style(
      'dim',
      `${url}/projects/${encodePart(project_id)}/traces/${encodePart(trace_id)}`,
    ),
  );
}

/** Prints the beginning of the input and output of the trace. */
function printRoot(terminal: Terminal, spans: readonly SpanItem[]): void {
  const root = spans.find(({ parent_id }) => parent_id === null) ?? spans[0];
  for (const [title, key] of [
    ['Input', 'input.value'],
    ['Output', 'output.value'],
  ] as const) {
    const text = cleanLine(formatJson(root?.attributes[key]).slice(0, MAX_PREVIEW_LENGTH * 4));
    if (!text) continue;
    const width = Math.min(terminal.width - 8, MAX_PREVIEW_LENGTH);
    terminal.writeLine(`${terminal.style('dim', title.padEnd(6))}  ${cutLine(text, width)}`);
  }
  terminal.writeLine('');
}

function printTree(terminal: Terminal, trace: TraceItem, spans: readonly SpanItem[]): void {
  const startOfTrace = Date.parse(trace.start_time);
  const columns: Column<TreeRow>[] = [
    { title: 'SPAN', prefix: ({ lines }) => lines, value: ({ span }) => span.name, min: 16 },
    { title: 'KIND', value: ({ span }) => span.span_kind, optional: 2 },
    {
      title: 'START',
      value: ({ span }) =>
        `+${formatDuration(Math.max(0, Date.parse(span.start_time) - startOfTrace))}`,
      align: 'right',
      optional: 3,
    },
    {
      title: 'DURATION',
      value: ({ span }) => formatDuration(durationBetween(span)),
      align: 'right',
    },
    {
      title: 'TOKENS',
      value: ({ span }) => {
        const tokens = countTokens(span);
        return tokens === null ? '' : formatCount(tokens);
      },
      align: 'right',
      optional: 1,
    },
    {
      title: 'STATUS',
      value: ({ span }) => span.status_code,
      style: ({ span }) => styleOfStatus(span.status_code),
    },
    { title: 'SPAN ID', value: ({ span }) => span.context.span_id },
  ];
  new Table(terminal, columns, { below: ({ span }) => explainFailure(span) }).print(toTree(spans));
}

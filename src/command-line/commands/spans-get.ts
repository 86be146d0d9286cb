import type { Command } from 'commander';
import { encodePart, type Page, type RestClient } from '../connection/rest-client.js';
import { CommandError } from '../errors/command-error.js';
import { addCommonOptions, type CommonOptions, createContext } from './common/context.js';
import type { InvokedCommand } from './common/invoked-command.js';
import { printJson } from '../output/json-output.js';
import { printFields, printText } from '../output/record.js';
import { durationBetween, formatDuration, formatJson, formatTime } from '../output/values.js';
import { explainFailure, type SpanItem } from './span-item.js';

/** Attributes with a place of their own. */
const SHOWN = new Set(['input.value', 'output.value', 'input.mime_type', 'output.mime_type']);

const EXAMPLES = `
Examples:
  spandrel spans get b7ad6b7169203331
  spandrel spans get b7ad6b7169203331 --json | jq -r '.data.attributes["output.value"]'`;

/** Adds `spans get`. */
export function addGetSpan(spans: Command): void {
  addCommonOptions(spans.command('get <span-id>'))
    .description('show everything about a span')
    .option('-p, --project <project>', 'its project, for API keys that are limited to one')
    .addHelpText('after', EXAMPLES)
    .action(getSpan);
}

interface GetOptions extends CommonOptions {
  project?: string;
}

async function getSpan(
  spanId: string,
  options: GetOptions,
  command: InvokedCommand,
): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const answer = await readSpan(client, spanId, options.project);
  if (options.json) return printJson(terminal, answer);
  const { data: span } = answer;
  printFields(terminal, [
    ['Name', span.name],
    ['Kind', span.span_kind],
    ['Status', span.status_code],
    ['Started', formatTime(span.start_time)],
    ['Duration', formatDuration(durationBetween(span))],
    ['Span ID', span.context.span_id],
    ['Trace ID', span.context.trace_id],
    ['Parent ID', span.parent_id ?? ''],
  ]);
  printText(terminal, 'Error', explainFailure(span));
  printText(terminal, 'Input', formatJson(span.attributes['input.value']));
  printText(terminal, 'Output', formatJson(span.attributes['output.value']));
  const others = Object.entries(span.attributes).filter(([key]) => !SHOWN.has(key));
  const attributes = others.map(([key, value]) => `${key}: ${formatJson(value)}`);
  printText(terminal, 'Attributes', attributes.join('\n'));
  for (const { name, timestamp, attributes: details } of span.events) {
    const lines = Object.entries(details).map(([key, value]) => `${key}: ${formatJson(value)}`);
    printText(
      terminal,
      `Event ${name}, ${formatTime(timestamp)}`,
      lines.join('\n') || '(no attributes)',
    );
  }
}

/** Keys for one project can only read it through its project. */
async function readSpan(
  client: RestClient,
  spanId: string,
  project: string | undefined,
): Promise<{ data: SpanItem }> {
  if (project === undefined) return client.get(`spans/${encodePart(spanId)}`);
  const path = `projects/${encodePart(project)}/spans`;
  const { data }: Page<SpanItem> = await client.get(path, { span_id: spanId, limit: 1 });
  if (data[0]) return { data: data[0] };
  throw new CommandError(`Span "${spanId}" not found in the project "${project}".`);
}

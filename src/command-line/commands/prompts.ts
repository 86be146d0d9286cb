import type { Command } from 'commander';
import { MisuseError } from '../errors/command-error.js';
import { encodePart, type Page } from '../connection/rest-client.js';
import { addCommonOptions, type CommonOptions, createContext } from './common/context.js';
import type { InvokedCommand } from './common/invoked-command.js';
import { addGroupHelp } from './common/group-help.js';
import { addPage, type PageOptions } from './common/options.js';
import { printJson } from '../output/json-output.js';
import { printPage } from './common/listing.js';
import { printFields, printText } from '../output/record.js';
import type { Column } from '../output/table.js';
import { formatJson } from '../output/values.js';
import { addPromptTags, type PromptVersionItem } from './prompts-tags.js';

interface PromptItem {
  id: string;
  name: string;
  description: string | null;
}

interface GetOptions extends CommonOptions {
  version?: string;
  tag?: string;
}

const COLUMNS: Column<PromptItem>[] = [
  { title: 'NAME', value: ({ name }) => name, min: 20 },
  { title: 'DESCRIPTION', value: ({ description }) => description ?? '', min: 20, optional: 1 },
  { title: 'ID', value: ({ id }) => id },
];

const EXAMPLES = `
Examples:
  spandrel prompts
  spandrel prompts get greeter --tag production
  spandrel prompts versions greeter
  spandrel prompts tag greeter production --version <version-id>`;

/** Adds `prompts`. */
export function addPrompts(program: Command): void {
  const prompts = program
    .command('prompts')
    .description('list prompts, show a version, and move tags');
  const list = prompts.command('list', { isDefault: true }).description('list prompts');
  addPage(addCommonOptions(list), 100).action(listPrompts);
  addGroupHelp(prompts, list, EXAMPLES);
  addCommonOptions(prompts.command('get <prompt>'))
    .description('show a version of a prompt: the latest, unless you choose one')
    .option('--version <id>', 'ID of the version')
    .option('--tag <name>', 'tag of the version, such as production')
    .addHelpText('after', EXAMPLES)
    .action(getPrompt);
  addPromptTags(prompts, EXAMPLES);
}

async function listPrompts(
  options: CommonOptions & PageOptions,
  command: InvokedCommand,
): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const { cursor, limit } = options;
  const page: Page<PromptItem> = await client.list('prompts', { cursor, limit });
  printPage(terminal, page, { noun: 'prompt', columns: COLUMNS }, options.json);
}

async function getPrompt(
  prompt: string,
  options: GetOptions,
  command: InvokedCommand,
): Promise<void> {
  const { version, tag } = options;
  if (version !== undefined && tag !== undefined) {
    throw new MisuseError('Use either --version or --tag.');
  }
  const { client, terminal } = await createContext(options, command);
  const path =
    version === undefined
      ? `prompts/${encodePart(prompt)}/${tag === undefined ? 'latest' : `tags/${encodePart(tag)}`}`
      : `prompt_versions/${encodePart(version)}`;
  const answer = await client.get<{ data: PromptVersionItem }>(path);
  if (options.json) return printJson(terminal, answer);
  const { id, description, model_provider, model_name, template, ...others } = answer.data;
  printFields(terminal, [
    ['Version ID', id],
    ['Description', description],
    ['Model', `${model_provider} ${model_name}`],
    ['Parameters', formatJson(others.invocation_parameters)],
  ]);
  if (template.type === 'string') printText(terminal, 'Template', template.template ?? '');
  for (const { role, content } of template.messages ?? []) {
    printText(terminal, role, formatJson(content));
  }
  printText(terminal, 'Tools', formatJson(others.tools));
  printText(terminal, 'Response format', formatJson(others.response_format));
}

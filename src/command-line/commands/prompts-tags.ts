import type { Command } from 'commander';
import pLimit from 'p-limit';
import type { JsonValue } from '../../kernel/json/json.js';
import { encodePart, type Page, type RestClient } from '../connection/rest-client.js';
import { addCommonOptions, type CommonOptions, createContext } from './common/context.js';
import type { InvokedCommand } from './common/invoked-command.js';
import { addPage, type PageOptions } from './common/options.js';
import { printJson } from '../output/json-output.js';
import { printPage } from './common/listing.js';
import type { Column } from '../output/table.js';

/** A version of a prompt, as the REST API returns it. */
export interface PromptVersionItem {
  id: string;
  description: string;
  model_provider: string;
  model_name: string;
  template: {
    type: 'chat' | 'string';
    template?: string;
    messages?: { role: string; content: JsonValue }[];
  };
  invocation_parameters: JsonValue;
  tools?: JsonValue;
  response_format?: JsonValue;
}

interface Tag {
  name: string;
  version_id: string;
}

interface TaggedVersion extends PromptVersionItem {
  tags: string[];
}

interface TagOptions extends CommonOptions {
  version?: string;
  description?: string;
}

/** Requests at the same time. */
const CONCURRENCY = 4;

const VERSION_COLUMNS: Column<TaggedVersion>[] = [
  { title: 'VERSION ID', value: ({ id }) => id },
  {
    title: 'MODEL',
    value: (version) => `${version.model_provider} ${version.model_name}`,
    min: 16,
  },
  { title: 'TAGS', value: ({ tags }) => tags.join(', '), min: 10 },
  { title: 'DESCRIPTION', value: ({ description }) => description, min: 16, optional: 1 },
];

const TAG_COLUMNS: Column<Tag>[] = [
  { title: 'TAG', value: ({ name }) => name },
  { title: 'VERSION ID', value: ({ version_id }) => version_id },
];

/** Adds `prompts versions`, `prompts tags` and `prompts tag`. */
export function addPromptTags(prompts: Command, examples: string): void {
  addPage(addCommonOptions(prompts.command('versions <prompt>')))
    .description('list the versions of a prompt with their tags, newest first')
    .action(listVersions);
  addPage(addCommonOptions(prompts.command('tags <prompt>')), 100)
    .description('list the tags of the newest versions of a prompt')
    .action(listTags);
  addCommonOptions(prompts.command('tag <prompt> <tag>'))
    .description('let a tag point to a version: the latest, unless you choose one')
    .option('--version <id>', 'ID of the version')
    .option('--description <text>', 'what the tag is for')
    .addHelpText('after', examples)
    .action(moveTag);
}

async function listVersions(
  prompt: string,
  options: CommonOptions & PageOptions,
  command: InvokedCommand,
): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const page = await readVersions(client, prompt, options);
  if (options.json) return printJson(terminal, page);
  const tagged = await readTags(client, page.data);
  const listing = { noun: 'version', columns: VERSION_COLUMNS };
  printPage(terminal, { ...page, data: tagged }, listing, false);
}

async function listTags(
  prompt: string,
  options: CommonOptions & PageOptions,
  command: InvokedCommand,
): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const { data, next_cursor } = await readVersions(client, prompt, options);
  const versions = await readTags(client, data);
  const tags = versions.flatMap(({ id, tags }) => tags.map((name) => ({ name, version_id: id })));
  const page = { data: tags, next_cursor };
  printPage(terminal, page, { noun: 'tag', columns: TAG_COLUMNS }, options.json);
}

async function moveTag(
  prompt: string,
  name: string,
  options: TagOptions,
  command: InvokedCommand,
): Promise<void> {
  const { client, terminal } = await createContext(options, command);
  const { description } = options;
  const version = options.version ?? (await readLatest(client, prompt));
  await client.post(`prompt_versions/${encodePart(version)}/tags`, { name, description });
  if (options.json) return printJson(terminal, { data: { name, version_id: version } });
  terminal.writeLine(`${name} now points to ${version}.`);
}

async function readLatest(client: RestClient, prompt: string): Promise<string> {
  const path = `prompts/${encodePart(prompt)}/latest`;
  return (await client.get<{ data: PromptVersionItem }>(path)).data.id;
}

function readVersions(
  client: RestClient,
  prompt: string,
  { cursor, limit }: PageOptions,
): Promise<Page<PromptVersionItem>> {
  return client.list(`prompts/${encodePart(prompt)}/versions`, { cursor, limit });
}

function readTags(
  client: RestClient,
  versions: readonly PromptVersionItem[],
): Promise<TaggedVersion[]> {
  const limit = pLimit(CONCURRENCY);
  const read = async (version: PromptVersionItem): Promise<TaggedVersion> => {
    const path = `prompt_versions/${encodePart(version.id)}/tags`;
    const { data } = await client.get<Page<{ name: string }>>(path);
    return { ...version, tags: data.map(({ name }) => name) };
  };
  return Promise.all(versions.map((version) => limit(() => read(version))));
}

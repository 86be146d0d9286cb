import { getOwn, type JsonObject } from '../kernel/json/json.js';
import type { ImportedPromptsService } from '../prompts/creation/imported-prompts.service.js';
import type { PromptLabelsService } from '../prompts/labels/prompt-labels.service.js';
import type { PromptsService } from '../prompts/prompts.service.js';
import type { ImportReport } from './import-report.js';
import { objectAt, objectsIn, type PhoenixClient, textOrNull } from './phoenix-client.js';
import { addLabels } from './phoenix-labels.js';

const PAGE = 100;

const LABELS = `query ($after: String) {
  prompts(first: ${PAGE}, after: $after) {
    edges { node { name labels { name description color } } }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Tools {
  client: PhoenixClient;
  existing: PromptsService;
  labels: PromptLabelsService;
  prompts: ImportedPromptsService;
  report: ImportReport;
}

/**
 * Imports the prompts of another server, version by version, with the tags that point to each. Then
 * their labels.
 */
export async function importPhoenixPrompts(tools: Tools): Promise<void> {
  for await (const { rows } of tools.client.pages('/v1/prompts', { limit: PAGE })) {
    for (const row of rows) await importPrompt(tools, row);
  }
  try {
    await importLabels(tools);
  } catch (error) {
    tools.report.refuseFor(error, 'lists of labels', 'all prompts');
  }
}

/** Only GraphQL shows them. Prompts that were changed here get none. */
async function importLabels(tools: Tools): Promise<void> {
  const nodes = tools.client.nodes(LABELS, (data) => objectAt(data, 'prompts'));
  for await (const node of nodes) {
    const name = textOrNull(getOwn(node, 'name')) ?? '';
    const versions = await tools.prompts.listVersions(name);
    const prompt = await tools.existing.findByName(name);
    if (!prompt || !versions || versions.includes(null)) continue;
    await addLabels(tools, 'labels of prompts', prompt.id, objectsIn(getOwn(node, 'labels')));
  }
}

async function importPrompt(tools: Tools, row: JsonObject): Promise<void> {
  const { client, prompts, report } = tools;
  const name = textOrNull(getOwn(row, 'name')) ?? '';
  const known = await prompts.listVersions(name);
  if (known?.includes(null)) {
    const reason = 'This server has changed the prompt, or has another one of this name.';
    return report.refuse('prompts', reason, name);
  }
  const versions = await client.all(`/v1/prompts/${encodeURIComponent(name)}/versions`, {
    limit: PAGE,
  });
  const ids = versions.map((version) => textOrNull(getOwn(version, 'id')) ?? '');
  const newest = known?.[0];
  if (newest !== undefined && newest !== null && !ids.includes(newest)) {
    return report.refuse(
      'prompts',
      'A prompt of this name was imported from another server.',
      name,
    );
  }
  // They come newest first.
  const missing = newest ? versions.slice(0, ids.indexOf(newest)) : versions;
  try {
    for (const version of missing.toReversed()) await importVersion(tools, row, version);
    report.take('prompts', known ? 0 : 1, known ? 1 : 0);
  } catch (error) {
    report.refuseFor(error, 'prompts', name);
  }
}

async function importVersion(
  { client, prompts, report }: Tools,
  prompt: JsonObject,
  { id, ...version }: JsonObject,
): Promise<void> {
  const versionId = textOrNull(id) ?? '';
  const path = `/v1/prompt_versions/${encodeURIComponent(versionId)}/tags`;
  const tags = await client.all(path, { limit: PAGE });
  await prompts.store({
    prompt: {
      name: textOrNull(getOwn(prompt, 'name')) ?? '',
      description: textOrNull(getOwn(prompt, 'description')),
      metadata: objectAt(prompt, 'metadata'),
    },
    id: versionId,
    version,
    tags: tags.map((tag) => ({
      name: textOrNull(getOwn(tag, 'name')) ?? '',
      description: textOrNull(getOwn(tag, 'description')),
    })),
  });
  report.take('versions of prompts', 1);
}

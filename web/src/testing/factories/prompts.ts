import { CustomProviderChoicesQuery } from '../../components/prompt-editor/custom-provider-choices.js';
import { ModelNamesQuery } from '../../components/prompt-editor/model-names.js';
import { ProvidersQuery } from '../../components/prompt-editor/provider-keys.js';
import { ReadTemplateQuery } from '../../components/prompt-editor/template-reading.js';
import { ProjectOptionsQuery } from '../../components/projects/project-options.js';
import {
  PromptVersionQuery,
  type TemplateMessage,
  type VersionDetail,
} from '../../components/prompt-editor/version.js';
import { PromptLabelsQuery, type PromptLabel } from '../../features/prompts/api/labels.js';
import { type PromptFrame, PromptFrameQuery } from '../../features/prompts/api/prompt-frame.js';
import {
  PromptsListQuery,
  type PromptRow,
  PromptsUpdatedQuery,
} from '../../features/prompts/api/prompts-list.js';
import {
  type PromptVersionRow,
  PromptVersionsQuery,
} from '../../features/prompts/api/versions-list.js';
import { aConnection, answer, type Answer } from '../answers.js';
import { ADA } from './users.js';

const TIME = '2026-02-03T04:05:06.000000Z';

/** The ID of the prompt that the factories describe by default. */
export const PROMPT_ID = 'prompt-1';

/** The ID of its version with a number. */
export const versionId = (sequenceNumber: number) =>
  Buffer.from(`PromptVersion:${sequenceNumber}`).toString('base64');

/** A label for prompts. */
export function aPromptLabel(part: Partial<PromptLabel> = {}): PromptLabel {
  return {
    id: 'label-1',
    name: 'customers',
    description: null,
    color: '#1562ba',
    usageCount: 1,
    ...part,
  };
}

/** A prompt in the list: `support-desk`, with three versions. */
export function aPromptRow(part: Partial<PromptRow> = {}): PromptRow {
  return {
    id: PROMPT_ID,
    name: 'support-desk',
    description: 'Answers what customers ask.',
    updatedAt: TIME,
    versionCount: 3,
    project: null,
    createdBy: ADA,
    updatedBy: ADA,
    labels: [aPromptLabel()],
    versionTags: [{ id: 'tag-1', name: 'production' }],
    version: { id: versionId(3), modelProvider: 'OPENAI', modelName: 'gpt-5.2' },
    ...part,
  };
}

/** Answers what the list of prompts asks, on a server without projects. */
export function listPrompts(...prompts: PromptRow[]): Answer[] {
  return [
    answer(PromptsListQuery, { prompts: aConnection(prompts) }),
    answer(PromptsUpdatedQuery, { promptCount: prompts.length, prompts: aConnection(prompts) }),
    answer(PromptLabelsQuery, { promptLabels: aConnection([aPromptLabel()]) }),
    answer(ProjectOptionsQuery, { projects: { edges: [] } }),
  ];
}

/** A prompt with everything that the page around its versions shows. */
export function aPromptFrame(part: Partial<PromptFrame> = {}): PromptFrame {
  return {
    __typename: 'Prompt',
    id: PROMPT_ID,
    name: 'support-desk',
    description: 'Answers what customers ask.',
    metadata: { team: 'desk' },
    createdAt: TIME,
    updatedAt: TIME,
    versionCount: 3,
    project: null,
    createdBy: ADA,
    sourcePromptId: null,
    sourcePrompt: null,
    labels: [aPromptLabel()],
    versionTags: [],
    version: { id: versionId(3), sequenceNumber: 3 },
    ...part,
  };
}

/** A tag of the prompt that points to one of its versions. */
export function aPromptTag(name: string, sequenceNumber: number): PromptFrame['versionTags'][0] {
  return {
    id: Buffer.from(`PromptVersionTag:${name}`).toString('base64'),
    name,
    description: `About ${name}`,
    promptVersionId: versionId(sequenceNumber),
    promptVersion: { id: versionId(sequenceNumber), sequenceNumber },
    user: ADA,
  };
}

/** A message that consists of text. */
export function aTextMessage(roleName: string, text: string): TemplateMessage {
  return {
    role: roleName.toUpperCase() as TemplateMessage['role'],
    roleName,
    content: [{ __typename: 'TextContentPart', text: { text } }],
  };
}

/** A version of the prompt, by its number. */
export function aVersion(
  sequenceNumber: number,
  part: Partial<VersionDetail> = {},
  ...messages: TemplateMessage[]
): VersionDetail {
  const before = sequenceNumber - 1;
  return {
    __typename: 'PromptVersion',
    id: versionId(sequenceNumber),
    sequenceNumber,
    description: null,
    createdAt: TIME,
    isLatest: sequenceNumber === 3,
    modelProvider: 'OPENAI',
    modelName: 'gpt-5.2',
    customProvider: null,
    templateFormat: 'MUSTACHE',
    variables: [],
    metadata: {},
    previousVersion: before > 0 ? { id: versionId(before), sequenceNumber: before } : null,
    user: ADA,
    tags: [],
    template: {
      __typename: 'PromptChatTemplate',
      messages:
        messages.length > 0 ? messages : [aTextMessage('system', `Text ${sequenceNumber}.`)],
    },
    tools: null,
    responseFormat: null,
    invocationParameters: { __typename: 'PromptOpenAIInvocationParameters', json: {} },
    ...part,
  };
}

/** Answers what the pages of a prompt ask: its versions are listed newest first. */
export function showPrompt(frame: PromptFrame, ...versions: VersionDetail[]): Answer[] {
  const rows = versions.map((version): PromptVersionRow => version);
  return [
    answer(PromptFrameQuery, { node: frame }),
    answer(PromptVersionsQuery, {
      node: { __typename: 'Prompt', id: frame.id, promptVersions: aConnection(rows) },
    }),
    answer(PromptVersionQuery, ({ id }) => ({
      node: versions.find((version) => version.id === id) ?? { __typename: 'Prompt' },
    })),
  ];
}

/** Answers what every editor of prompts asks, with no provider set up and `names` as variables. */
export function editPrompts(
  names: string[] = [],
  problems: { index: number; message: string }[] = [],
): Answer[] {
  return [
    answer(ProjectOptionsQuery, { projects: { edges: [] } }),
    answer(ProvidersQuery, { modelProviders: [] }),
    answer(CustomProviderChoicesQuery, { generativeModelCustomProviders: aConnection([]) }),
    answer(ModelNamesQuery, { playgroundModels: [] }),
    answer(ReadTemplateQuery, { readChatTemplate: { names, problems } }),
  ];
}

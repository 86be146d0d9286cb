import {
  isObject,
  type Json,
  type JsonObject,
  printExactJson,
} from '../../../lib/json/exact-json.js';
import { type JsonReading, readJsonObject, readJsonText } from '../../../lib/json/json-text.js';
import type { VersionDetail } from '../api/version.js';
import { isIdentifier } from '../identifier.js';
import { messagesOf } from '../messages-of.js';
import { type Family, familyOf, type ModelProvider } from '../providers.js';
import type { TemplateFormat } from '../template-formats.js';
import {
  type MessageDraft,
  type MessageInput,
  newMessage,
  readMessageDrafts,
  toMessageDraft,
} from './message-draft.js';
import { NO_TOOLS, readToolsDraft, type ToolsDraft, toToolsDraft } from './tools-text.js';

/** A version of a prompt as it is typed. */
export interface VersionDraft {
  messages: MessageDraft[];
  templateFormat: TemplateFormat;
  modelProvider: ModelProvider;
  modelName: string;
  /** JSON, as text. */
  parameters: string;
  tools: ToolsDraft;
  /** JSON, as text; empty for none. */
  responseFormat: string;
  /** What is said of the version. */
  note: string;
  /** Names of tags that are to point to it, between commas or blanks. */
  tags: string;
}

/** A version to begin with. */
export function emptyDraft(): VersionDraft {
  return {
    messages: [newMessage('SYSTEM'), newMessage('USER')],
    templateFormat: 'MUSTACHE',
    modelProvider: 'OPENAI',
    modelName: '',
    parameters: '',
    tools: NO_TOOLS,
    responseFormat: '',
    note: '',
    tags: '',
  };
}

/** What a version says, as a start for the next one; its note and tags are its own. */
export function toVersionDraft(version: VersionDetail): VersionDraft {
  const { templateFormat, modelProvider, modelName, responseFormat } = version;
  const parameters = version.invocationParameters.json as Json;
  const hasNone = isObject(parameters) && Object.keys(parameters).length === 0;
  return {
    messages: messagesOf(version).map(toMessageDraft),
    templateFormat,
    modelProvider,
    modelName,
    parameters: hasNone ? '' : printExactJson(parameters),
    tools: toToolsDraft(version.tools?.json as Json | undefined),
    responseFormat: responseFormat ? printExactJson(responseFormat.json as Json) : '',
    note: '',
    tags: '',
  };
}

/** A draft with another provider: what only the old one takes is left for people to see. */
export function withProvider(draft: VersionDraft, modelProvider: ModelProvider): VersionDraft {
  const needsTokens = familyOf(modelProvider) === 'anthropic' && draft.parameters.trim() === '';
  return {
    ...draft,
    modelProvider,
    ...(needsTokens ? { parameters: printExactJson({ max_tokens: 1024 }) } : {}),
  };
}

/** The names of tags that were typed. */
export function readTags(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
}

type ParametersInput =
  { openai: JsonObject } | { anthropic: JsonObject } | { google: JsonObject } | { aws: JsonObject };

/** A version as the server takes it. */
export interface VersionInput {
  description: string | null;
  templateFormat: TemplateFormat;
  template: { messages: MessageInput[] };
  invocationParameters: ParametersInput;
  tools: JsonObject | null;
  responseFormat: Json;
  modelProvider: ModelProvider;
  modelName: string;
}

/** What is typed as the server takes it, or the first thing that is wrong. */
export function readVersionDraft(
  draft: VersionDraft,
): JsonReading<{ version: VersionInput; tags: { name: string }[] }> {
  const messages = readMessageDrafts(draft.messages);
  if ('problem' in messages) return messages;
  const parameters = readJsonObject(draft.parameters);
  if ('problem' in parameters) return { problem: `Parameters. ${parameters.problem}` };
  const tools = readToolsDraft(draft.tools);
  if ('problem' in tools) return tools;
  const format = readResponseFormat(draft.responseFormat);
  if ('problem' in format) return { problem: `Response format. ${format.problem}` };
  const modelName = draft.modelName.trim();
  if (modelName === '') return { problem: 'The model has no name.' };
  const tags = readTags(draft.tags);
  const illegal = tags.find((name) => !isIdentifier(name));
  if (illegal !== undefined) return { problem: `“${illegal}” is no name for a tag.` };
  return {
    value: {
      version: {
        description: draft.note.trim() || null,
        templateFormat: draft.templateFormat,
        template: { messages: messages.value },
        invocationParameters: toParametersInput(familyOf(draft.modelProvider), parameters.value),
        tools: tools.value,
        responseFormat: format.value,
        modelProvider: draft.modelProvider,
        modelName,
      },
      tags: tags.map((name) => ({ name })),
    },
  };
}

/** A bare `{ name, schema }` is put into what the server keeps. */
function readResponseFormat(text: string): JsonReading<Json> {
  if (text.trim() === '') return { value: null };
  const reading = readJsonText(text);
  if ('problem' in reading) return reading;
  const format = reading.value;
  if (!isObject(format))
    return { problem: 'This has to be an object: { "type": "json_schema", … }.' };
  return { value: 'type' in format ? format : { type: 'json_schema', json_schema: format } };
}

function toParametersInput(family: Family, parameters: JsonObject): ParametersInput {
  switch (family) {
    case 'anthropic':
      return { anthropic: parameters };
    case 'google':
      return { google: parameters };
    case 'aws':
      return { aws: parameters };
    default:
      return { openai: parameters };
  }
}

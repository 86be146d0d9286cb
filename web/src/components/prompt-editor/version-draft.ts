import { isObject, type Json, type JsonObject, printExactJson } from '../../lib/json/exact-json.js';
import { type JsonReading, readJsonObject, readJsonText } from '../../lib/json/json-text.js';
import type { VersionDetail } from './version.js';
import { isIdentifier } from './identifier.js';
import { listMessages } from './template-messages.js';
import {
  getProviderFamily,
  getProviderLabel,
  type ModelProvider,
  PARAMETER_NAMES,
} from './providers.js';
import type { TemplateFormat } from './template-formats.js';
import {
  type MessageDraft,
  type MessageInput,
  createMessage,
  readMessageDrafts,
  toMessageDraft,
} from './message-draft.js';
import { NO_TOOLS, readToolsDraft, type ToolsDraft, toToolsDraft } from './tools-text.js';

/** The question to a model, as typed. */
export interface ChatDraft {
  messages: MessageDraft[];
  modelProvider: ModelProvider;
  /** The custom provider that answers instead; null for a built-in one. */
  customProviderId: string | null;
  modelName: string;
  /** JSON, as text. */
  parameters: string;
  tools: ToolsDraft;
  /** JSON, as text; empty for none. */
  responseFormat: string;
}

/** A prompt version, as typed. */
export interface VersionDraft extends ChatDraft {
  templateFormat: TemplateFormat;
  /** A note about the version. */
  note: string;
  /** Tags to point to the version, separated by commas or spaces. */
  tags: string;
  /** A JSON object, as text; empty for none. */
  metadata: string;
}

/** Returns an empty version to start with. */
export function createEmptyDraft(): VersionDraft {
  return {
    messages: [createMessage('SYSTEM'), createMessage('USER')],
    templateFormat: 'MUSTACHE',
    modelProvider: 'OPENAI',
    customProviderId: null,
    modelName: '',
    parameters: '',
    tools: NO_TOOLS,
    responseFormat: '',
    note: '',
    tags: '',
    metadata: '',
  };
}

/** Returns the content of a version as a draft of the next one, without its note, tags and metadata. */
export function toVersionDraft(version: VersionDetail): VersionDraft {
  const { templateFormat, modelProvider, modelName, responseFormat } = version;
  const parameters = version.invocationParameters.json as Json;
  const hasNone = isObject(parameters) && Object.keys(parameters).length === 0;
  return {
    messages: listMessages(version).map(toMessageDraft),
    templateFormat,
    modelProvider,
    customProviderId: version.customProvider?.id ?? null,
    modelName,
    parameters: hasNone ? '' : printExactJson(parameters),
    tools: toToolsDraft(version.tools?.json as Json | undefined),
    responseFormat: responseFormat ? printExactJson(responseFormat.json as Json) : '',
    note: '',
    tags: '',
    metadata: '',
  };
}

/**
 * Returns the draft with another provider. Parameters that only the old provider accepts stay, so
 * that the user sees them.
 */
export function changeProvider<Draft extends ChatDraft>(
  draft: Draft,
  modelProvider: ModelProvider,
  customProviderId: string | null = null,
): Draft {
  const needsTokens =
    getProviderFamily(modelProvider) === 'anthropic' && draft.parameters.trim() === '';
  return {
    ...draft,
    modelProvider,
    customProviderId,
    ...(needsTokens ? { parameters: printExactJson({ max_tokens: 1024 }) } : {}),
  };
}

/** Returns the typed tags. */
export function readTags(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
}

/** A version in the server’s format. */
export interface VersionInput {
  description: string | null;
  templateFormat: TemplateFormat;
  template: { messages: MessageInput[] };
  invocationParameters: { json: JsonObject };
  tools: { json: JsonObject } | null;
  responseFormat: { json: JsonObject } | null;
  modelProvider: ModelProvider;
  customProviderId: string | null;
  modelName: string;
  metadata?: JsonObject;
}

/** Returns the typed version in the server’s format, or the first error. */
export function readVersionDraft(
  draft: VersionDraft,
): JsonReading<{ version: VersionInput; tags: { name: string }[] }> {
  const version = readChatDraft(draft, draft.templateFormat);
  if ('problem' in version) return version;
  const tags = readTags(draft.tags);
  const illegal = tags.find((name) => !isIdentifier(name));
  if (illegal !== undefined) return { problem: `“${illegal}” is not a valid tag name.` };
  const metadata = readJsonObject(draft.metadata);
  if ('problem' in metadata) return { problem: `Version metadata: ${metadata.problem}` };
  return {
    value: {
      version: {
        ...version.value,
        description: draft.note.trim() || null,
        metadata: metadata.value,
      },
      tags: tags.map((name) => ({ name })),
    },
  };
}

/** Returns what a model is asked in the server’s format, or the first error. */
export function readChatDraft(
  draft: ChatDraft,
  templateFormat: TemplateFormat,
): JsonReading<VersionInput> {
  const messages = readMessageDrafts(draft.messages);
  if ('problem' in messages) return messages;
  const parameters = readParameters(draft);
  if ('problem' in parameters) return { problem: `Parameters: ${parameters.problem}` };
  const tools = readToolsDraft(draft.tools);
  if ('problem' in tools) return tools;
  const format = readResponseFormat(draft.responseFormat);
  if ('problem' in format) return { problem: `Response format: ${format.problem}` };
  const modelName = draft.modelName.trim();
  if (modelName === '') return { problem: 'Enter the name of the model.' };
  return {
    value: {
      description: null,
      templateFormat,
      template: { messages: messages.value },
      invocationParameters: { json: parameters.value },
      tools: tools.value && { json: tools.value },
      responseFormat: format.value && { json: format.value },
      modelProvider: draft.modelProvider,
      customProviderId: draft.customProviderId,
      modelName,
    },
  };
}

/** Returns the typed parameters, or an error message. */
export function readParameters({
  parameters,
  modelProvider,
}: Pick<ChatDraft, 'parameters' | 'modelProvider'>): JsonReading<JsonObject> {
  const reading = readJsonObject(parameters);
  if ('problem' in reading) return reading;
  const known = PARAMETER_NAMES[getProviderFamily(modelProvider)];
  const foreign = Object.keys(reading.value).filter((name) => !known.includes(name));
  if (foreign.length === 0) return reading;
  return { problem: `${getProviderLabel(modelProvider)} does not accept ${foreign.join(', ')}.` };
}

/**
 * Returns the typed response format, or an error message. Wraps a bare `{ name, schema }` in the
 * server’s format.
 */
export function readResponseFormat(text: string): JsonReading<JsonObject | null> {
  if (text.trim() === '') return { value: null };
  const reading = readJsonText(text);
  if ('problem' in reading) return reading;
  const format = reading.value;
  if (!isObject(format))
    return { problem: 'This must be an object, such as { "type": "json_schema", … }.' };
  return { value: 'type' in format ? format : { type: 'json_schema', json_schema: format } };
}

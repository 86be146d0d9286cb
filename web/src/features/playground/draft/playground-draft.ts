import {
  type AttachedFile,
  copyMessages,
  type MessageDraft,
} from '../../../components/prompt-editor/message-draft.js';
import type { TemplateFormat } from '../../../components/prompt-editor/template-formats.js';
import type { ModelProvider } from '../../../components/prompt-editor/providers.js';
import {
  changeProvider,
  type ChatDraft,
  createEmptyDraft,
} from '../../../components/prompt-editor/version-draft.js';
import { type ConnectionDraft, NO_CONNECTION } from './connection-draft.js';

/** More would neither fit a screen nor be compared. */
export const MAX_VARIANTS = 10;

/** The server allows no more. */
export const MAX_REPETITIONS = 30;

/** The saved version that a variant began as. */
export interface VariantOrigin {
  promptId: string;
  promptName: string;
  versionId: string;
  sequenceNumber: number;
}

/** One of the prompts that are compared. */
export interface Variant extends ChatDraft {
  /** Identifies the variant while others come and go. */
  key: string;
  origin: VariantOrigin | null;
  /** The content when it was last saved or loaded; see `writeContent`. */
  saved: string;
  connection: ConnectionDraft;
}

/** The value of a variable, as typed. */
export interface VariableDraft {
  text: string;
  /** Whether the text is JSON, for the lists and objects of sections. */
  isJson: boolean;
}

/** Everything on the page except for the answers. */
export interface PlaygroundDraft {
  variants: Variant[];
  templateFormat: TemplateFormat;
  /** By name. Values stay while no message uses them. */
  variables: Record<string, VariableDraft>;
  repetitions: number;
  isStreaming: boolean;
}

/** The start of a page. */
export interface PlaygroundStart {
  chat: ChatDraft;
  templateFormat: TemplateFormat;
  origin?: VariantOrigin;
  variables?: Record<string, VariableDraft>;
}

/** Returns a page with one empty variant. */
export function createBlankStart(provider: ModelProvider = 'OPENAI'): PlaygroundStart {
  const chat = changeProvider(createEmptyDraft(), provider);
  return { chat, templateFormat: chat.templateFormat };
}

export function createPlaygroundDraft(start: PlaygroundStart): PlaygroundDraft {
  const { chat, templateFormat, origin = null, variables = {} } = start;
  return {
    variants: [createVariant(chat, templateFormat, origin)],
    templateFormat,
    variables,
    repetitions: 1,
    isStreaming: true,
  };
}

let lastKey = 0;

function createKey(): string {
  lastKey += 1;
  return `variant-${lastKey}`;
}

/** Returns a variant without unsaved edits. */
export function createVariant(
  chat: ChatDraft,
  format: TemplateFormat,
  origin: VariantOrigin | null,
): Variant {
  const { messages, modelProvider, customProviderId, modelName } = chat;
  const { parameters, tools, responseFormat } = chat;
  const model = { modelProvider, customProviderId, modelName, parameters };
  const content = { messages, ...model, tools, responseFormat };
  return {
    key: createKey(),
    ...content,
    origin,
    connection: NO_CONNECTION,
    saved: writeContent(content, format),
  };
}

/** Returns a copy of a draft with keys of its own, such as of one from storage. */
export function copyPlaygroundDraft(draft: PlaygroundDraft): PlaygroundDraft {
  return {
    ...draft,
    variants: draft.variants.map((variant) => ({
      ...variant,
      key: createKey(),
      messages: copyMessages(variant.messages),
    })),
  };
}

/** Content is written for each rendering, and may contain images. */
const written = new WeakMap<ChatDraft, { templateFormat: TemplateFormat; text: string }>();

/** Writes what a version of a prompt would contain, to find out whether it was edited. */
export function writeContent(chat: ChatDraft, templateFormat: TemplateFormat): string {
  const known = written.get(chat);
  if (known?.templateFormat === templateFormat) return known.text;
  const text = write(chat, templateFormat);
  written.set(chat, { templateFormat, text });
  return text;
}

function write(chat: ChatDraft, templateFormat: TemplateFormat): string {
  const { messages, modelProvider, customProviderId, modelName } = chat;
  const { parameters, tools, responseFormat } = chat;
  const model = [modelProvider, customProviderId, modelName, parameters, tools, responseFormat];
  return JSON.stringify([messages.map(omitKeys), templateFormat, ...model]);
}

function omitKeys({ role, roleName, parts }: MessageDraft) {
  return [role, roleName ?? null, parts.map(({ key: _key, ...part }) => part)];
}

/** Whether a variant differs from what was last saved or loaded. */
export function isEdited(variant: Variant, templateFormat: TemplateFormat): boolean {
  return writeContent(variant, templateFormat) !== variant.saved;
}

/** The name of the variant at an index: A, B, C… */
export function getLetter(index: number): string {
  return String.fromCharCode(65 + index);
}

/** Returns the draft with a copy of a variant after it. Does nothing if there are too many. */
export function duplicateVariant(draft: PlaygroundDraft, key: string): PlaygroundDraft {
  const at = draft.variants.findIndex((variant) => variant.key === key);
  const source = draft.variants[at];
  if (!source || draft.variants.length >= MAX_VARIANTS) return draft;
  const copy = { ...source, key: createKey(), messages: copyMessages(source.messages) };
  return { ...draft, variants: draft.variants.toSpliced(at + 1, 0, copy) };
}

/** Returns the draft without a variant. The last one stays. */
export function removeVariant(draft: PlaygroundDraft, key: string): PlaygroundDraft {
  if (draft.variants.length === 1) return draft;
  return { ...draft, variants: draft.variants.filter((variant) => variant.key !== key) };
}

/** Returns the draft with a variant moved to the left (-1) or right (1). */
export function moveVariant(draft: PlaygroundDraft, key: string, by: -1 | 1): PlaygroundDraft {
  const at = draft.variants.findIndex((variant) => variant.key === key);
  const variant = draft.variants[at];
  const to = at + by;
  if (!variant || to < 0 || to >= draft.variants.length) return draft;
  return { ...draft, variants: draft.variants.toSpliced(at, 1).toSpliced(to, 0, variant) };
}

/** Returns the draft with a variant replaced by the one with the same key. */
export function setVariant(draft: PlaygroundDraft, changed: Variant): PlaygroundDraft {
  return {
    ...draft,
    variants: draft.variants.map((variant) => (variant.key === changed.key ? changed : variant)),
  };
}

/** Returns the draft with messages added to a variant. */
export function addMessages(
  draft: PlaygroundDraft,
  key: string,
  messages: readonly MessageDraft[],
): PlaygroundDraft {
  const variant = draft.variants.find((one) => one.key === key);
  if (!variant) return draft;
  return setVariant(draft, { ...variant, messages: [...variant.messages, ...messages] });
}

/** Lists the files of messages, with the index of their message. */
export function listFiles(
  messages: readonly MessageDraft[],
): ({ messageIndex: number } & AttachedFile)[] {
  return messages.flatMap(({ parts }, messageIndex) =>
    parts.flatMap((part) => {
      if (part.kind !== 'file') return [];
      const { url, mediaType, name } = part;
      return [{ messageIndex, url, mediaType, name }];
    }),
  );
}

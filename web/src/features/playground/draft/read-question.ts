import { listTexts, type MessageDraft } from '../../../components/prompt-editor/message-draft.js';
import { readChatDraft } from '../../../components/prompt-editor/version-draft.js';
import type { JsonReading } from '../../../lib/json/json-text.js';
import type { ChatInput } from '../api/chat-completion.js';
import { readConnectionDraft } from './connection-draft.js';
import { listFiles, type PlaygroundDraft, type Variant } from './playground-draft.js';
import { readVariables } from './variables.js';

/** The question that every run of a variant sends, with or without a dataset. */
export type SentPrompt = Pick<
  ChatInput,
  'promptVersion' | 'connectionConfig' | 'headers' | 'credentials' | 'promptName'
>;

/** Returns what to send to run a variant, or the first error. */
export function readQuestion(
  variant: Variant,
  draft: PlaygroundDraft,
  credentials: ChatInput['credentials'],
): JsonReading<ChatInput> {
  const { templateFormat, repetitions, isStreaming } = draft;
  const prompt = readSentPrompt(variant, templateFormat, credentials);
  if ('problem' in prompt) return prompt;
  const messages = listWritten(variant);
  const variables = readVariables(draft.variables, messages.flatMap(listTexts));
  if ('problem' in variables) return variables;
  return {
    value: {
      ...prompt.value,
      template: { variables: variables.value, format: templateFormat },
      repetitions,
      streamModelOutput: isStreaming,
      files: listFiles(messages),
    },
  };
}

/** Returns what to send of a variant besides the values of its variables, or the first error. */
export function readSentPrompt(
  variant: Variant,
  templateFormat: PlaygroundDraft['templateFormat'],
  credentials: ChatInput['credentials'],
): JsonReading<SentPrompt> {
  const messages = listWritten(variant);
  if (messages.length === 0) return { problem: 'Write a message.' };
  const version = readChatDraft({ ...variant, messages }, templateFormat);
  if ('problem' in version) return version;
  const isCustom = variant.customProviderId !== null;
  const connection = readConnectionDraft(variant.connection, variant.modelProvider);
  if (!isCustom && 'problem' in connection) return connection;
  return {
    value: {
      promptVersion: version.value,
      ...(isCustom || 'problem' in connection ? {} : connection.value),
      credentials: isCustom ? [] : credentials,
      promptName: variant.origin?.promptName ?? null,
    },
  };
}

/** Some providers refuse empty messages. */
function listWritten({ messages }: Variant): MessageDraft[] {
  return messages.filter((message) => !isBlank(message));
}

function isBlank({ parts }: MessageDraft): boolean {
  return parts.every((part) => part.kind === 'text' && part.text.trim() === '');
}

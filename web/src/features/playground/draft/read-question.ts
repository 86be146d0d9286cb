import { listTexts, type MessageDraft } from '../../../components/prompt-editor/message-draft.js';
import { readChatDraft } from '../../../components/prompt-editor/version-draft.js';
import type { JsonReading } from '../../../lib/json/json-text.js';
import type { ChatInput } from '../api/chat-completion.js';
import { readConnectionDraft } from './connection-draft.js';
import { listFiles, type PlaygroundDraft, type Variant } from './playground-draft.js';
import { readVariables } from './variables.js';

/** Returns what to send to run a variant, or the first error. */
export function readQuestion(
  variant: Variant,
  draft: PlaygroundDraft,
  credentials: ChatInput['credentials'],
): JsonReading<ChatInput> {
  const { templateFormat, repetitions, isStreaming } = draft;
  // Some providers refuse empty messages.
  const messages = variant.messages.filter((message) => !isBlank(message));
  if (messages.length === 0) return { problem: 'Write a message.' };
  const version = readChatDraft({ ...variant, messages }, templateFormat);
  if ('problem' in version) return version;
  const texts = messages.flatMap(listTexts);
  const variables = readVariables(draft.variables, texts);
  if ('problem' in variables) return variables;
  const isCustom = variant.customProviderId !== null;
  const connection = readConnectionDraft(variant.connection, variant.modelProvider);
  if (!isCustom && 'problem' in connection) return connection;
  return {
    value: {
      promptVersion: version.value,
      ...(isCustom || 'problem' in connection ? {} : connection.value),
      credentials: isCustom ? [] : credentials,
      template: { variables: variables.value, format: templateFormat },
      promptName: variant.origin?.promptName ?? null,
      repetitions,
      streamModelOutput: isStreaming,
      files: listFiles(messages),
    },
  };
}

function isBlank({ parts }: MessageDraft): boolean {
  return parts.every((part) => part.kind === 'text' && part.text.trim() === '');
}

import {
  createMessage,
  createPart,
  type MessageDraft,
  type PartDraft,
} from '../../../components/prompt-editor/message-draft.js';
import type { Answer, AnsweredCall } from '../run/run.js';
import { writeResult } from '../span/convert-messages.js';

/** Returns an answer as a message of the assistant. */
export function toAssistantMessage({ text, calls }: Pick<Answer, 'text' | 'calls'>): MessageDraft {
  const parts: PartDraft[] = calls.map(({ id, name, arguments: given }) => {
    const { key } = createPart('call');
    return { key, kind: 'call', id, name, arguments: given };
  });
  if (text !== '' || parts.length === 0) {
    const { key } = createPart('text');
    parts.unshift({ key, kind: 'text', text });
  }
  return { ...createMessage('AI'), parts };
}

/** Returns the result of a tool call as a message. A text that is not JSON becomes a string. */
export function toResultMessage(call: AnsweredCall, result: string): MessageDraft {
  const { key } = createPart('result');
  return {
    ...createMessage('TOOL'),
    parts: [{ key, kind: 'result', id: call.id, result: writeResult(result) }],
  };
}

import type { ChatEvent } from '../../protocol/chat-event.contract.js';
import { type CompletionHead, toFinishReason, toUsage } from './chat-completion.dto.js';

/**
 * Writes the pieces of an answer as OpenAI does.
 * @param includesUsage whether the last piece tells the usage; then all others have it as null.
 */
export async function* toCompletionChunks(
  head: CompletionHead,
  events: AsyncIterable<ChatEvent>,
  includesUsage: boolean,
): AsyncGenerator<object, void> {
  const write = (delta: object, finish_reason: string | null) => ({
    ...toHead(head),
    choices: [{ index: 0, delta, finish_reason }],
    ...(includesUsage && { usage: null }),
  });
  yield write({ role: 'assistant', content: '' }, null);
  for await (const event of events) {
    if (event.type === 'reasoning') yield write({ reasoning_content: event.text }, null);
    if (event.type === 'text') yield write({ content: event.text }, null);
    if (event.type !== 'end') continue;
    yield write({}, toFinishReason(event.finishReason));
    if (includesUsage) {
      yield { ...toHead(head), choices: [], usage: event.usage && toUsage(event.usage) };
    }
  }
}

function toHead({ id, created, model }: CompletionHead) {
  return { id, object: 'chat.completion.chunk', created, model };
}

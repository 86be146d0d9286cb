import type { ChatEvent } from '../../model-providers/protocol/chat-event.contract.js';
import type { ChatOutcome } from '../../model-providers/chats/chats.service.js';
import type { PlaygroundEvent } from '../playground.service.js';
import {
  ChatCompletionSubscriptionError,
  ChatCompletionSubscriptionResult,
  type ChatCompletionPayloadType,
  FunctionCallChunk,
  ReasoningChunk,
  TextChunk,
  ToolCallChunk,
} from './chat-completion.type.js';

/**
 * Returns the payloads of an event.
 * @param isStreaming false to send the answer only as a whole, before its end.
 */
export function toPayloads(
  { repetition, event, outcome }: PlaygroundEvent,
  isStreaming: boolean,
): ChatCompletionPayloadType[] {
  const place = { datasetExampleId: null, repetitionNumber: repetition };
  if (event) return isStreaming ? toChunks(event, place) : [];
  const chunks = isStreaming ? [] : toWholeAnswer(outcome, place);
  return [...chunks, toEnd(outcome, place)];
}

type Place = Pick<TextChunk, 'datasetExampleId' | 'repetitionNumber'>;

function toChunks(event: ChatEvent, place: Place): ChatCompletionPayloadType[] {
  if (event.type === 'text') {
    return [Object.assign(new TextChunk(), { ...place, content: event.text })];
  }
  if (event.type === 'reasoning') {
    return [Object.assign(new ReasoningChunk(), { ...place, content: event.text })];
  }
  if (event.type !== 'toolCall') return [];
  const { id, name, arguments: piece } = event;
  return [toToolCallChunk({ id, name: name ?? '', arguments: piece }, place)];
}

function toWholeAnswer(
  { answer }: Pick<ChatOutcome, 'answer'>,
  place: Place,
): ChatCompletionPayloadType[] {
  const thoughts = answer.reasoning === '' ? [] : [{ ...place, content: answer.reasoning }];
  const text = answer.text === '' ? [] : [{ ...place, content: answer.text }];
  return [
    ...thoughts.map((chunk) => Object.assign(new ReasoningChunk(), chunk)),
    ...text.map((chunk) => Object.assign(new TextChunk(), chunk)),
    ...answer.toolCalls.map((call) => toToolCallChunk(call, place)),
  ];
}

function toToolCallChunk(
  call: { id: string; name: string; arguments: string },
  place: Place,
): ToolCallChunk {
  const { id, name, arguments: args } = call;
  const called = Object.assign(new FunctionCallChunk(), { ...place, name, arguments: args });
  return Object.assign(new ToolCallChunk(), { ...place, id, function: called });
}

function toEnd({ error, span }: ChatOutcome, place: Place): ChatCompletionPayloadType {
  const end = { ...place, spanKey: span, runRowId: null };
  return error
    ? Object.assign(new ChatCompletionSubscriptionError(), { ...end, message: error.message })
    : Object.assign(new ChatCompletionSubscriptionResult(), end);
}

import type { ChatEvent } from '../../../model-providers/protocol/chat-event.contract.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import {
  ChatCompletionSubscriptionError,
  ChatCompletionSubscriptionExperiment,
  ChatCompletionSubscriptionResult,
  type ChatCompletionPayloadType,
  EvaluationChunk,
  FunctionCallChunk,
  ReasoningChunk,
  TextChunk,
  ToolCallChunk,
} from '../../../playground/graphql/chat-completion.type.js';
import type { JobEvent } from '../job-streams.service.js';

type Place = Pick<TextChunk, 'datasetExampleId' | 'repetitionNumber'>;

/** The payload that begins the stream. */
export function toExperimentPayload(experimentRowId: number): ChatCompletionPayloadType {
  const place: Place = { datasetExampleId: null, repetitionNumber: null };
  return Object.assign(new ChatCompletionSubscriptionExperiment(), { ...place, experimentRowId });
}

/** Returns the payload of an event; null for an event that readers need not know. */
export function toStreamPayload(event: JobEvent): ChatCompletionPayloadType | null {
  const place = {
    datasetExampleId: toGlobalId('DatasetExample', event.exampleId),
    repetitionNumber: event.repetition,
  };
  if (event.type === 'chunk') return toChunk(event.chunk, place);
  if (event.type === 'evaluation') {
    const { evaluationId: evaluationRowId, name: evaluatorName, error, traceId } = event;
    const chunk = { ...place, evaluationRowId, evaluatorName, error, traceKey: traceId };
    return Object.assign(new EvaluationChunk(), chunk);
  }
  const end = { ...place, spanKey: event.span, runRowId: event.runId };
  return event.error === null
    ? Object.assign(new ChatCompletionSubscriptionResult(), end)
    : Object.assign(new ChatCompletionSubscriptionError(), { ...end, message: event.error });
}

function toChunk(chunk: ChatEvent, place: Place): ChatCompletionPayloadType | null {
  if (chunk.type === 'text') {
    return Object.assign(new TextChunk(), { ...place, content: chunk.text });
  }
  if (chunk.type === 'reasoning') {
    return Object.assign(new ReasoningChunk(), { ...place, content: chunk.text });
  }
  if (chunk.type !== 'toolCall') return null;
  const { id, name, arguments: args } = chunk;
  const called = { ...place, name: name ?? '', arguments: args };
  const func = Object.assign(new FunctionCallChunk(), called);
  return Object.assign(new ToolCallChunk(), { ...place, id, function: func });
}

import type OpenAI from 'openai';
import type { ChatEvent, ChatUsage } from '../protocol/chat-event.contract.js';
import type { ChatRequest } from '../protocol/chat-request.contract.js';
import type { ModelClient } from '../protocol/model-client.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { checkEnd, type UncheckedEnd, type UncheckedEvent } from './check-end.js';
import { reportedError } from './describe-failure.js';
import { listOpenAIModels } from './openai-chat-client.js';
import { describeOpenAIError, readOpenAIErrors } from './openai-errors.js';
import { toOpenAIResponsesBody } from './openai-responses-body.js';
import { notAChat, readAnswer } from './read-answer.js';
import { RequestFallbacks, STREAM_FALLBACKS } from './request-fallbacks.js';
import { ResponseItems } from './response-items.js';

type Sent = OpenAI.Responses.ResponseCreateParams;

/** Chats by OpenAI's responses. */
export class OpenAIResponsesClient implements ModelClient {
  private readonly fallbacks = new RequestFallbacks();

  constructor(private readonly openai: OpenAI) {}

  toBody(request: ChatRequest): object {
    return { ...toOpenAIResponsesBody(request), stream: true };
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
    yield* checkEnd(readOpenAIErrors(this.read(request, signal)), signal);
  }

  async listModels(signal: AbortSignal): Promise<string[]> {
    return listOpenAIModels(this.openai, signal);
  }

  private async *read(
    request: ChatRequest,
    signal: AbortSignal,
  ): AsyncGenerator<UncheckedEvent, void> {
    const items = new ResponseItems();
    for await (const received of readAnswer(await this.send(request, signal))) {
      if (received.type === 'done') break;
      const { data } = received;
      if (received.type === 'whole') {
        if (!Array.isArray(data['output'])) throw notAChat(data);
        yield { type: 'start', responseId: readId(data) };
        yield* items.readWhole(data);
        yield toEnd(data, items.hasCalls);
        return;
      }
      const response = isJsonObject(data['response']) ? data['response'] : {};
      switch (data['type']) {
        case 'response.created':
          yield { type: 'start', responseId: readId(response) };
          break;
        case 'response.completed':
        case 'response.incomplete':
          if (items.isEmpty) yield* items.readWhole(response);
          yield toEnd(response, items.hasCalls);
          return;
        case 'response.failed':
        case 'response.cancelled':
          throw reportedError(response['error'] ?? 'The answer failed.');
        default:
          yield* items.readEvent(data);
      }
    }
    yield { type: 'end', finishReason: null, usage: null };
  }

  private send(request: ChatRequest, signal: AbortSignal): Promise<Response> {
    return this.fallbacks.send(this.toBody(request), STREAM_FALLBACKS, async (body) => {
      try {
        return await this.openai.responses.create(body as Sent, { signal }).asResponse();
      } catch (error) {
        throw describeOpenAIError(error);
      }
    });
  }
}

function readId({ id }: JsonObject): string | null {
  return typeof id === 'string' ? id : null;
}

function toEnd(response: JsonObject, hasCalls: boolean): UncheckedEnd {
  const { status, error, incomplete_details: incomplete } = response;
  if (status === 'failed' || status === 'cancelled') {
    throw reportedError(error ?? 'The answer failed.');
  }
  const reason = isJsonObject(incomplete) ? incomplete['reason'] : null;
  const cutOff = reason === 'max_output_tokens' ? 'length' : reason;
  return {
    type: 'end',
    finishReason: typeof cutOff === 'string' ? cutOff : hasCalls ? 'tool_call' : 'stop',
    usage: isJsonObject(response['usage'])
      ? toUsage(response['usage'] as unknown as OpenAI.Responses.ResponseUsage)
      : null,
  };
}

function toUsage(usage: OpenAI.Responses.ResponseUsage): ChatUsage {
  return {
    promptTokens: usage.input_tokens,
    completionTokens: usage.output_tokens,
    // Servers that only imitate this interface leave the details out.
    cacheReadTokens: usage.input_tokens_details?.cached_tokens ?? 0,
    cacheWriteTokens: 0,
    reasoningTokens: usage.output_tokens_details?.reasoning_tokens ?? 0,
  };
}

import type OpenAI from 'openai';
import type { ChatEvent, ChatUsage, EndEvent } from '../../common/chat/chat-event.js';
import type { ChatRequest } from '../../common/chat/chat-request.js';
import type { ModelClient } from '../../common/chat/model-client.js';
import { ProviderError } from '../../common/chat/provider-error.js';
import { listOpenAIModels } from './openai-chat-client.js';
import { readOpenAIErrors } from './openai-errors.js';
import { toOpenAIResponsesBody } from './openai-responses-body.js';

type Body = OpenAI.Responses.ResponseCreateParamsStreaming;

/** Chats by OpenAI's responses. */
export class OpenAIResponsesClient implements ModelClient {
  constructor(private readonly openai: OpenAI) {}

  toBody(request: ChatRequest): object {
    return { ...toOpenAIResponsesBody(request), stream: true };
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
    yield* readOpenAIErrors(this.read(this.toBody(request) as Body, signal));
  }

  async listModels(signal: AbortSignal): Promise<string[]> {
    return listOpenAIModels(this.openai, signal);
  }

  private async *read(body: Body, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
    let end: EndEvent = { type: 'end', finishReason: null, usage: null };
    const calls = new Map<number, string>();
    for await (const event of await this.openai.responses.create(body, { signal })) {
      switch (event.type) {
        case 'response.created':
          yield { type: 'start', responseId: event.response.id };
          break;
        case 'response.output_text.delta':
        case 'response.refusal.delta':
          yield { type: 'text', text: event.delta };
          break;
        case 'response.output_item.added':
          if (event.item.type === 'function_call') {
            const { call_id: id, name, arguments: args } = event.item;
            calls.set(event.output_index, id);
            yield { type: 'toolCall', id, name, arguments: args };
          }
          break;
        case 'response.function_call_arguments.delta': {
          const id = calls.get(event.output_index);
          if (id !== undefined) yield { type: 'toolCall', id, name: null, arguments: event.delta };
          break;
        }
        case 'response.completed':
        case 'response.incomplete':
          end = toEnd(event.response, calls.size > 0);
          break;
        case 'response.failed':
          throw reported(event.response.error?.message ?? 'The answer failed.');
        case 'error':
          throw reported(event.message);
        default:
      }
    }
    // A canceled stream ends like a complete one.
    signal.throwIfAborted();
    yield end;
  }
}

function reported(message: string): ProviderError {
  return new ProviderError(null, `The provider reported: ${message}`);
}

function toEnd(response: OpenAI.Responses.Response, hasCalls: boolean): EndEvent {
  const { usage, incomplete_details: incomplete } = response;
  const cutOff = incomplete?.reason === 'max_output_tokens' ? 'length' : incomplete?.reason;
  return {
    type: 'end',
    finishReason: cutOff ?? (hasCalls ? 'tool_call' : 'stop'),
    usage: usage ? toUsage(usage) : null,
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

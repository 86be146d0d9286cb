import Anthropic from '@anthropic-ai/sdk';
import type { ChatEvent, ChatUsage, FinishReason } from '../../common/chat/chat-event.js';
import type { ChatRequest } from '../../common/chat/chat-request.js';
import type { ModelClient } from '../../common/chat/model-client.js';
import { toAnthropicBody } from './anthropic-body.js';
import { describeFailure } from './describe-failure.js';

type Body = Anthropic.MessageCreateParamsStreaming;
type Usage = Partial<Anthropic.Usage | Anthropic.MessageDeltaUsage>;

/** Chats by Anthropic's messages. */
export class AnthropicClient implements ModelClient {
  constructor(private readonly anthropic: Anthropic) {}

  toBody(request: ChatRequest): object {
    return { ...toAnthropicBody(request), stream: true };
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
    yield* readErrors(this.read(this.toBody(request) as Body, signal));
  }

  async listModels(signal: AbortSignal): Promise<string[]> {
    const names: string[] = [];
    const { anthropic } = this;
    const read = async function* (): AsyncGenerator<string, void> {
      for await (const { id } of anthropic.models.list({}, { signal })) yield id;
    };
    for await (const name of readErrors(read())) names.push(name);
    return names;
  }

  private async *read(body: Body, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
    let finishReason: FinishReason | null = null;
    let usage: Usage = {};
    const callIds = new Map<number, string>();
    for await (const event of await this.anthropic.messages.create(body, { signal })) {
      switch (event.type) {
        case 'message_start':
          yield { type: 'start', responseId: event.message.id };
          usage = event.message.usage;
          break;
        case 'content_block_start':
          if (event.content_block.type === 'text' && event.content_block.text) {
            yield { type: 'text', text: event.content_block.text };
          } else if (event.content_block.type === 'tool_use') {
            const { id, name } = event.content_block;
            callIds.set(event.index, id);
            yield { type: 'toolCall', id, name, arguments: '' };
          }
          break;
        case 'content_block_delta': {
          const id = callIds.get(event.index);
          if (event.delta.type === 'text_delta') yield { type: 'text', text: event.delta.text };
          else if (event.delta.type === 'input_json_delta' && id !== undefined) {
            yield { type: 'toolCall', id, name: null, arguments: event.delta.partial_json };
          }
          break;
        }
        case 'message_delta':
          if (event.delta.stop_reason) finishReason = toFinishReason(event.delta.stop_reason);
          // Totals so far; what is absent has not changed.
          usage = { ...usage, ...withoutNulls(event.usage) };
          break;
        default:
      }
    }
    // A canceled stream ends like a complete one.
    signal.throwIfAborted();
    yield { type: 'end', finishReason, usage: toUsage(usage) };
  }
}

async function* readErrors<T>(source: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    yield* source;
  } catch (error) {
    if (error instanceof Anthropic.APIUserAbortError || !(error instanceof Error)) throw error;
    if (error instanceof Anthropic.APIConnectionError || !(error instanceof Anthropic.APIError)) {
      throw describeFailure(error);
    }
    throw describeFailure(error, {
      status: error.status ?? null,
      body: error.error,
      headers: error.headers,
    });
  }
}

function withoutNulls(usage: Usage): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null)) as Usage;
}

function toFinishReason(reason: Anthropic.StopReason): FinishReason {
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence':
      return 'stop';
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'tool_use':
      return 'tool_call';
    case 'refusal':
      return 'content_filter';
    default:
      return reason;
  }
}

/** Anthropic's prompt tokens leave out those of its cache. */
function toUsage(usage: Usage): ChatUsage | null {
  if (usage.input_tokens == null && usage.output_tokens == null) return null;
  const cacheReadTokens = usage.cache_read_input_tokens ?? 0;
  const cacheWriteTokens = usage.cache_creation_input_tokens ?? 0;
  return {
    promptTokens: (usage.input_tokens ?? 0) + cacheReadTokens + cacheWriteTokens,
    completionTokens: usage.output_tokens ?? 0,
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens: usage.output_tokens_details?.thinking_tokens ?? 0,
  };
}

import Anthropic from '@anthropic-ai/sdk';
import type { ChatEvent, ChatUsage } from '../protocol/chat-event.contract.js';
import type { ChatRequest } from '../protocol/chat-request.contract.js';
import type { ModelClient } from '../protocol/model-client.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';
import { AnthropicBlocks } from './anthropic-blocks.js';
import { toAnthropicBody } from './anthropic-body.js';
import { toFinishReason } from './claude-finish-reason.js';
import { checkEnd, type UncheckedEvent } from './check-end.js';
import { toProviderError } from './describe-failure.js';
import { notAChat, readAnswer, readModels } from './read-answer.js';

/** As many as Anthropic lists at a time. */
const MAX_MODELS = 1_000;

type Sent = Anthropic.MessageCreateParamsStreaming;
type Usage = Partial<Anthropic.Usage | Anthropic.MessageDeltaUsage>;

/** Chats by Anthropic's messages. */
export class AnthropicClient implements ModelClient {
  constructor(private readonly anthropic: Anthropic) {}

  toBody(request: ChatRequest): object {
    return { ...toAnthropicBody(request), stream: true };
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
    yield* checkEnd(readErrors(this.read(this.toBody(request) as Sent, signal)), signal);
  }

  async listModels(signal: AbortSignal): Promise<string[]> {
    try {
      const asked = { limit: MAX_MODELS };
      return await readModels(await this.anthropic.models.list(asked, { signal }).asResponse());
    } catch (error) {
      throw toProviderError(error, Anthropic);
    }
  }

  private async *read(body: Sent, signal: AbortSignal): AsyncGenerator<UncheckedEvent, void> {
    let reason: unknown = null;
    let usage: Usage = {};
    const blocks = new AnthropicBlocks();
    const response = await this.anthropic.messages.create(body, { signal }).asResponse();
    for await (const received of readAnswer(response)) {
      if (received.type === 'done') break;
      const { data } = received;
      if (received.type === 'whole') {
        if (!Array.isArray(data['content'])) throw notAChat(data);
        yield { type: 'start', responseId: readId(data) };
        yield* blocks.readWhole(data['content']);
        reason = data['stop_reason'] ?? 'end_turn';
        usage = withoutNulls(data['usage']);
        break;
      }
      switch (data['type']) {
        case 'message_start': {
          const message = isJsonObject(data['message']) ? data['message'] : {};
          yield { type: 'start', responseId: readId(message) };
          usage = withoutNulls(message['usage']);
          break;
        }
        case 'message_delta':
          if (isJsonObject(data['delta'])) reason = data['delta']['stop_reason'] ?? reason;
          // Totals so far; what is absent has not changed.
          usage = { ...usage, ...withoutNulls(data['usage']) };
          break;
        default:
          yield* blocks.readEvent(data);
      }
      if (data['type'] === 'message_stop') break;
    }
    const finishReason = typeof reason === 'string' ? toFinishReason(reason) : null;
    yield { type: 'end', finishReason, usage: toUsage(usage) };
  }
}

function readId({ id }: JsonObject): string | null {
  return typeof id === 'string' ? id : null;
}

async function* readErrors<T>(source: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    yield* source;
  } catch (error) {
    throw toProviderError(error, Anthropic);
  }
}

function withoutNulls(usage: JsonValue | undefined): Usage {
  if (!isJsonObject(usage)) return {};
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null)) as Usage;
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

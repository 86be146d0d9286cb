import {
  type BedrockRuntimeClient,
  BedrockRuntimeServiceException,
  ConverseStreamCommand,
  type TokenUsage,
} from '@aws-sdk/client-bedrock-runtime';
import type { ChatEvent, ChatUsage, FinishReason } from '../protocol/chat-event.contract.js';
import type { ChatRequest } from '../protocol/chat-request.contract.js';
import type { ModelClient } from '../protocol/model-client.js';
import { toBedrockInput } from './bedrock-body.js';
import { MAX_ANSWER_BYTES, tooLong } from '../network/provider-fetch.js';
import { toFinishReason } from './claude-finish-reason.js';
import { checkEnd, type UncheckedEvent } from './check-end.js';
import { describeFailure } from './describe-failure.js';

/** Chats by Amazon Bedrock's Converse. */
export class BedrockClient implements ModelClient {
  constructor(private readonly bedrock: BedrockRuntimeClient) {}

  toBody(request: ChatRequest): object {
    return toBedrockInput(request);
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
    yield* checkEnd(this.readErrors(this.read(request, signal), signal), signal);
  }

  /** Bedrock lists its models by another service, with other permissions. */
  listModels(): Promise<string[]> {
    return Promise.resolve([]);
  }

  private async *readErrors<T>(
    source: AsyncGenerator<T, void>,
    signal: AbortSignal,
  ): AsyncGenerator<T, void> {
    try {
      yield* source;
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) throw error;
      const status = statusOf(error);
      if (status === null && !(error instanceof BedrockRuntimeServiceException)) {
        throw describeFailure(error);
      }
      throw describeFailure(error, { status, body: error.message });
    }
  }

  private async *read(
    request: ChatRequest,
    signal: AbortSignal,
  ): AsyncGenerator<UncheckedEvent, void> {
    const command = new ConverseStreamCommand(toBedrockInput(request));
    const { stream, $metadata } = await this.bedrock.send(command, { abortSignal: signal });
    yield { type: 'start', responseId: $metadata.requestId ?? null };
    let finishReason: FinishReason | null = null;
    let usage: ChatUsage | null = null;
    const callIds = new Map<number, string>();
    let received = 0;
    for await (const event of stream ?? []) {
      if (event.contentBlockStart?.start?.toolUse) {
        const { toolUseId: id = '', name = '' } = event.contentBlockStart.start.toolUse;
        callIds.set(event.contentBlockStart.contentBlockIndex ?? 0, id);
        yield { type: 'toolCall', id, name, arguments: '' };
      } else if (event.contentBlockDelta?.delta) {
        const { delta, contentBlockIndex = 0 } = event.contentBlockDelta;
        const id = callIds.get(contentBlockIndex);
        const thought = delta.reasoningContent?.text;
        received += (delta.text ?? thought ?? delta.toolUse?.input ?? '').length;
        if (received > MAX_ANSWER_BYTES) throw tooLong();
        if (thought) yield { type: 'reasoning', text: thought };
        else if (delta.text) yield { type: 'text', text: delta.text };
        else if (delta.toolUse && id !== undefined) {
          yield { type: 'toolCall', id, name: null, arguments: delta.toolUse.input ?? '' };
        }
      } else if (event.messageStop) {
        const { stopReason } = event.messageStop;
        finishReason = stopReason ? toFinishReason(stopReason) : null;
      } else if (event.metadata?.usage) {
        usage = toUsage(event.metadata.usage);
      }
      // The SDK hands over exceptions in the stream by throwing them.
    }
    yield { type: 'end', finishReason, usage };
  }
}

/** The status of a refusal; errors in the middle of an answer have none. */
function statusOf(error: Error): number | null {
  const { $metadata, $response } = error as {
    $metadata?: { httpStatusCode?: number };
    $response?: { statusCode?: number };
  };
  const status = $metadata?.httpStatusCode ?? $response?.statusCode ?? null;
  return status !== null && status >= 400 ? status : null;
}

/** Bedrock's prompt tokens leave out those of its cache. */
function toUsage(usage: TokenUsage): ChatUsage {
  const cacheReadTokens = usage.cacheReadInputTokens ?? 0;
  const cacheWriteTokens = usage.cacheWriteInputTokens ?? 0;
  return {
    promptTokens: (usage.inputTokens ?? 0) + cacheReadTokens + cacheWriteTokens,
    completionTokens: usage.outputTokens ?? 0,
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens: 0,
  };
}

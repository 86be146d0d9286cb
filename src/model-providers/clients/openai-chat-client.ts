import type OpenAI from 'openai';
import type { ChatEvent, ChatUsage, FinishReason } from '../../common/chat/chat-event.js';
import type { ChatRequest } from '../../common/chat/chat-request.js';
import type { ModelClient } from '../../common/chat/model-client.js';
import { toOpenAIChatBody } from './openai-chat-body.js';
import { readOpenAIErrors } from './openai-errors.js';

type Body = OpenAI.ChatCompletionCreateParamsStreaming;

/** Chats by OpenAI's chat completions, which most other providers have adopted. */
export class OpenAIChatClient implements ModelClient {
  constructor(private readonly openai: OpenAI) {}

  toBody(request: ChatRequest): object {
    const options = { stream: true, stream_options: { include_usage: true } };
    return { ...toOpenAIChatBody(request), ...options };
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
    yield* readOpenAIErrors(this.read(this.toBody(request) as Body, signal));
  }

  async listModels(signal: AbortSignal): Promise<string[]> {
    return listOpenAIModels(this.openai, signal);
  }

  private async *read(body: Body, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
    let hasStarted = false;
    let finishReason: FinishReason | null = null;
    let usage: ChatUsage | null = null;
    const callIds = new Map<number, string>();
    for await (const chunk of await this.openai.chat.completions.create(body, { signal })) {
      if (!hasStarted) yield { type: 'start', responseId: chunk.id || null };
      hasStarted = true;
      if (chunk.usage) usage = toUsage(chunk.usage);
      const [choice] = chunk.choices;
      if (!choice) continue;
      const text = choice.delta.content ?? choice.delta.refusal;
      if (text) yield { type: 'text', text };
      for (const { index, id, function: called } of choice.delta.tool_calls ?? []) {
        const isFirst = !callIds.has(index);
        if (isFirst) callIds.set(index, id ?? `call_${index}`);
        yield {
          type: 'toolCall',
          id: callIds.get(index)!,
          name: isFirst ? (called?.name ?? '') : null,
          arguments: called?.arguments ?? '',
        };
      }
      if (choice.finish_reason) finishReason = toFinishReason(choice.finish_reason);
    }
    // A canceled stream ends like a complete one.
    signal.throwIfAborted();
    yield { type: 'end', finishReason, usage };
  }
}

/** Lists the models that an address offers, in its order. */
export async function listOpenAIModels(openai: OpenAI, signal: AbortSignal): Promise<string[]> {
  const names: string[] = [];
  const read = async function* (): AsyncGenerator<string, void> {
    for await (const { id } of openai.models.list({ signal })) yield id;
  };
  for await (const name of readOpenAIErrors(read())) names.push(name);
  return names;
}

function toFinishReason(reason: string): FinishReason {
  return reason === 'tool_calls' || reason === 'function_call' ? 'tool_call' : reason;
}

function toUsage(usage: OpenAI.CompletionUsage): ChatUsage {
  return {
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    cacheReadTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    cacheWriteTokens: 0,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? 0,
  };
}

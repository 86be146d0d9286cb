import type OpenAI from 'openai';
import type { ChatEvent, ChatUsage, FinishReason } from '../protocol/chat-event.contract.js';
import type { ChatRequest } from '../protocol/chat-request.contract.js';
import type { ModelClient } from '../protocol/model-client.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { checkEnd, type UncheckedEvent } from './check-end.js';
import { findMessage, reportedError } from './describe-failure.js';
import { toOpenAIChatBody } from './openai-chat-body.js';
import { findChoice, readChoice } from './openai-chat-choice.js';
import { describeOpenAIError, readOpenAIErrors } from './openai-errors.js';
import { notAChat, readAnswer, readModels } from './read-answer.js';
import { RequestFallbacks, STREAM_FALLBACKS, TOOL_CHOICE_FALLBACK } from './request-fallbacks.js';
import { ToolCallPieces } from './tool-call-pieces.js';

/** Chats by OpenAI's chat completions, which most other providers have adopted. */
export class OpenAIChatClient implements ModelClient {
  private readonly fallbacks = new RequestFallbacks();

  constructor(private readonly openai: OpenAI) {}

  toBody(request: ChatRequest): object {
    const options = { stream: true, stream_options: { include_usage: true } };
    return { ...toOpenAIChatBody(request), ...options };
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
    let hasStarted = false;
    let isComplete = false;
    let finishReason: FinishReason | null = null;
    let usage: ChatUsage | null = null;
    let said: string | null = null;
    const calls = new ToolCallPieces();
    for await (const received of readAnswer(await this.send(request, signal))) {
      isComplete = received.type !== 'event';
      if (received.type === 'done') break;
      const { data } = received;
      if (received.type === 'whole' && !('choices' in data)) throw notAChat(data);
      usage = readUsage(data['usage']) ?? usage;
      const choice = findChoice(data);
      if (!choice) {
        said = findMessage(data) ?? said;
        continue;
      }
      if (!hasStarted) yield { type: 'start', responseId: readId(data) };
      hasStarted = true;
      yield* readChoice(choice, calls);
      if (choice['error']) throw reportedError(choice['error']);
      if (typeof choice['finish_reason'] === 'string' && choice['finish_reason'] !== '') {
        finishReason = toFinishReason(choice['finish_reason'], calls.count > 0);
      }
    }
    yield { type: 'end', finishReason, usage, isComplete, said };
  }

  private send(request: ChatRequest, signal: AbortSignal): Promise<Response> {
    const fallbacks = request.tools?.isChoiceOptional
      ? [...STREAM_FALLBACKS, TOOL_CHOICE_FALLBACK]
      : STREAM_FALLBACKS;
    return this.fallbacks.send(this.toBody(request), fallbacks, async (body) => {
      try {
        const sent = body as unknown as OpenAI.ChatCompletionCreateParams;
        return await this.openai.chat.completions.create(sent, { signal }).asResponse();
      } catch (error) {
        throw describeOpenAIError(error);
      }
    });
  }
}

/** Lists the models that an address offers, in its order. */
export async function listOpenAIModels(openai: OpenAI, signal: AbortSignal): Promise<string[]> {
  try {
    return await readModels(await openai.models.list({ signal }).asResponse());
  } catch (error) {
    throw describeOpenAIError(error);
  }
}

function readId({ id }: JsonObject): string | null {
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Returns the finish reason. Some servers end answers that have calls with `stop`. */
function toFinishReason(reason: string, hasCalls: boolean): FinishReason {
  if (reason === 'tool_calls' || reason === 'function_call') return 'tool_call';
  return reason === 'stop' && hasCalls ? 'tool_call' : reason;
}

/** Null without numbers. Some servers send only the prompt's and the total. */
function readUsage(usage: JsonObject[string] | undefined): ChatUsage | null {
  if (!isJsonObject(usage)) return null;
  const [prompt, completion, total] = [
    readCount(usage['prompt_tokens']),
    readCount(usage['completion_tokens']),
    readCount(usage['total_tokens']),
  ];
  if (prompt === null && completion === null) return null;
  return {
    promptTokens: prompt ?? Math.max((total ?? completion!) - completion!, 0),
    completionTokens: completion ?? Math.max((total ?? prompt!) - prompt!, 0),
    cacheReadTokens: readDetail(usage['prompt_tokens_details'], 'cached_tokens'),
    cacheWriteTokens: 0,
    reasoningTokens: readDetail(usage['completion_tokens_details'], 'reasoning_tokens'),
  };
}

function readDetail(details: JsonObject[string] | undefined, name: string): number {
  return isJsonObject(details) ? (readCount(details[name]) ?? 0) : 0;
}

function readCount(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 ? value : null;
}

import {
  ApiError,
  type GenerateContentResponseUsageMetadata,
  type GoogleGenAI,
} from '@google/genai';
import type { ChatEvent, ChatUsage, FinishReason } from '../protocol/chat-event.contract.js';
import type { ChatRequest } from '../protocol/chat-request.contract.js';
import type { ModelClient } from '../protocol/model-client.js';
import { ProviderError } from '../protocol/provider-error.contract.js';
import { checkEnd, type UncheckedEvent } from './check-end.js';
import { describeFailure } from './describe-failure.js';
import { toGoogleParameters } from './google-body.js';

/** Chats by Google's Gemini API. */
export class GoogleClient implements ModelClient {
  constructor(private readonly google: GoogleGenAI) {}

  toBody(request: ChatRequest): object {
    return toGoogleParameters(request);
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void> {
    yield* checkEnd(readErrors(this.read(request, signal), signal), signal);
  }

  async listModels(signal: AbortSignal): Promise<string[]> {
    const names: string[] = [];
    const { google } = this;
    const read = async function* (): AsyncGenerator<string, void> {
      for await (const { name } of await google.models.list({ config: { abortSignal: signal } })) {
        if (name) yield name.replace(/^models\//, '');
      }
    };
    for await (const name of readErrors(read(), signal)) names.push(name);
    return names;
  }

  private async *read(
    request: ChatRequest,
    signal: AbortSignal,
  ): AsyncGenerator<UncheckedEvent, void> {
    const parameters = toGoogleParameters(request);
    parameters.config = { ...parameters.config, abortSignal: signal };
    let hasStarted = false;
    let reason: string | null = null;
    let usage: ChatUsage | null = null;
    let calls = 0;
    for await (const chunk of await this.google.models.generateContentStream(parameters)) {
      if (chunk.usageMetadata) usage = toUsage(chunk.usageMetadata);
      const blocked = chunk.promptFeedback?.blockReason;
      if (blocked) throw new ProviderError(null, `The provider refused the prompt: ${blocked}.`);
      if (!hasStarted) yield { type: 'start', responseId: chunk.responseId ?? null };
      hasStarted = true;
      const [candidate] = chunk.candidates ?? [];
      for (const { text, thought, functionCall } of candidate?.content?.parts ?? []) {
        if (text) yield { type: thought ? 'reasoning' : 'text', text };
        if (functionCall) {
          const { id, name = '', args = {} } = functionCall;
          calls++;
          yield {
            type: 'toolCall',
            id: id ?? `call_${calls}`,
            name,
            arguments: JSON.stringify(args),
          };
        }
      }
      reason = candidate?.finishReason ?? reason;
    }
    yield { type: 'end', finishReason: toFinishReason(reason, calls > 0), usage };
  }
}

async function* readErrors<T>(
  source: AsyncGenerator<T, void>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  try {
    yield* source;
  } catch (error) {
    if (signal.aborted || !(error instanceof Error)) throw error;
    if (!(error instanceof ApiError)) throw describeFailure(error);
    throw describeFailure(error, { status: error.status, body: readBody(error.message) });
  }
}

/** The message of Google's error is the body of the answer, as JSON. */
function readBody(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return message;
  }
}

function toFinishReason(reason: string | null, hasCalls: boolean): FinishReason | null {
  switch (reason) {
    case 'STOP':
      return hasCalls ? 'tool_call' : 'stop';
    case 'MAX_TOKENS':
      return 'length';
    case 'SAFETY':
    case 'RECITATION':
    case 'BLOCKLIST':
    case 'PROHIBITED_CONTENT':
    case 'SPII':
    case 'IMAGE_SAFETY':
      return 'content_filter';
    default:
      return reason?.toLowerCase() ?? null;
  }
}

/** Google counts thoughts apart from the answer. */
function toUsage(usage: GenerateContentResponseUsageMetadata): ChatUsage {
  const reasoningTokens = usage.thoughtsTokenCount ?? 0;
  return {
    promptTokens: (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0),
    completionTokens: (usage.candidatesTokenCount ?? 0) + reasoningTokens,
    cacheReadTokens: usage.cachedContentTokenCount ?? 0,
    cacheWriteTokens: 0,
    reasoningTokens,
  };
}

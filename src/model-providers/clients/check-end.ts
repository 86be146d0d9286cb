import type {
  ChatEvent,
  ChatUsage,
  EndEvent,
  FinishReason,
} from '../protocol/chat-event.contract.js';
import { ProviderError } from '../protocol/provider-error.contract.js';

/** The end of what a provider sent, which may be in the middle of its answer. */
export interface UncheckedEnd {
  type: 'end';
  /** Null if the provider did not say why it ended. */
  finishReason: FinishReason | null;
  usage: ChatUsage | null;
  /** Whether the answer is complete even if the provider does not say why it ended. */
  isComplete?: boolean;
  /** A message of the provider instead of an answer. */
  said?: string | null;
}

export type UncheckedEvent = Exclude<ChatEvent, EndEvent> | UncheckedEnd;

/** Answers that end for one of these reasons may be empty. */
const REASONS: ReadonlySet<string> = new Set(['stop', 'length', 'tool_call', 'content_filter']);

/**
 * Passes on an answer, with a start before everything else. A stream that ends looks the same whether or
 * not the answer is complete, so this looks for the reason.
 * @throws ProviderError if the answer is incomplete or missing, and the signal's reason if it is aborted.
 */
export async function* checkEnd(
  events: AsyncGenerator<UncheckedEvent, void>,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void> {
  const pieces = { text: false, toolCall: false };
  let hasStarted = false;
  for await (const event of events) {
    if (event.type === 'end') {
      // A canceled stream ends like a complete one.
      signal.throwIfAborted();
      const end = toEnd(event, pieces);
      if (!hasStarted) yield { type: 'start', responseId: null };
      yield end;
      return;
    }
    if (!hasStarted && event.type !== 'start') yield { type: 'start', responseId: null };
    hasStarted = true;
    if (event.type === 'text' || event.type === 'toolCall') pieces[event.type] = true;
    yield event;
  }
  signal.throwIfAborted();
  throw new ProviderError(null, 'The provider broke off its answer.');
}

function toEnd(
  { finishReason, usage, isComplete = false, said = null }: UncheckedEnd,
  pieces: { text: boolean; toolCall: boolean },
): EndEvent {
  const isEmpty = !pieces.text && !pieces.toolCall;
  if (finishReason !== null && finishReason !== 'error') {
    if (!isEmpty || REASONS.has(finishReason)) return { type: 'end', finishReason, usage };
    throw failed(`ended without an answer: ${said ?? finishReason}`);
  }
  if (finishReason === null && isComplete && !isEmpty) {
    return { type: 'end', finishReason: pieces.toolCall ? 'tool_call' : 'stop', usage };
  }
  const what = isEmpty ? 'answered nothing' : 'broke off its answer';
  throw failed(said === null ? what : `${what}: ${said}`);
}

function failed(what: string): ProviderError {
  return new ProviderError(null, `The provider ${what}${what.endsWith('.') ? '' : '.'}`);
}

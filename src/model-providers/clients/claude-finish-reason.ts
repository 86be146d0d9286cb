import type { FinishReason } from '../protocol/chat-event.contract.js';

/** Reads why a model stopped, as Anthropic and Amazon Bedrock say it. */
export function toFinishReason(reason: string): FinishReason {
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
    // Only Bedrock says so.
    case 'guardrail_intervened':
    case 'content_filtered':
      return 'content_filter';
    default:
      return reason;
  }
}

import type { ChatUsage } from './chat-event.contract.js';
import type { ChatRequest } from './chat-request.contract.js';
import { textOf } from './message-parts.contract.js';

/** Roughly, for providers that do not report tokens. */
const CHARACTERS_PER_TOKEN = 4;

/** A chat that has ended, with the text to estimate its tokens from. */
interface EndedChat {
  answer: {
    usage: ChatUsage | null;
    text: string;
    reasoning: string;
    toolCalls: readonly { arguments: string }[];
  };
  error: Error | null;
}

/** Returns the tokens of a chat. Estimates those that the provider does not report, for budgets. */
export function estimateUsage(request: ChatRequest, { answer, error }: EndedChat): ChatUsage {
  if (answer.usage) return answer.usage;
  const { text, reasoning, toolCalls } = answer;
  const hasAnswered = text !== '' || reasoning !== '' || toolCalls.length > 0;
  const asked = error && !hasAnswered ? '' : request.messages.map(textOf).join('');
  const answered = reasoning + text + toolCalls.map((call) => call.arguments).join('');
  return {
    promptTokens: Math.ceil(asked.length / CHARACTERS_PER_TOKEN),
    completionTokens: Math.ceil(answered.length / CHARACTERS_PER_TOKEN),
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
}

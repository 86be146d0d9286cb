import type { JsonValue } from '../../../kernel/json/json.js';
import type { SentAttributes } from './derived.js';

/**
 * Marks a span that traces a function of the program that sent it, and says nothing of the conversation. The
 * tree of a trace folds such spans.
 */
const INTERNAL = 'coding_agent.internal';

/**
 * The scopes of programs that trace their own functions by the hundred. Codex names its scope after the program that runs
 * it; AutoGen's runtime has a span for each message that it creates, sends and handles. The spans of an application are never internal, because somebody has written them to be seen.
 */
const SCOPES = /^(?:codex(?:[_-]\w+)*|opencode|autogen SingleThreadedAgentRuntime)$/;

/** The attributes that show that a span is part of the conversation. */
const TOLD = ['openinference.span.kind', 'input.value', 'output.value'];

/** Marks a span as internal if its sender is known for such spans and it says nothing else. */
export function markInternalSpan(scope: string, attributes: Map<string, JsonValue>): void {
  if (SCOPES.test(scope) && isSilent(attributes)) attributes.set(INTERNAL, true);
}

function isSilent(attributes: SentAttributes): boolean {
  return !TOLD.some((key) => attributes.has(key));
}

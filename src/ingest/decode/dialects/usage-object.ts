import {
  getOwn,
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberValue,
} from '../../../kernel/json/json.js';
import type { Derived } from './derived.js';

const COUNT = 'llm.token_count.';

/** How model providers and SDKs call the counts of tokens of a call, the plainest names first. */
const COUNTS: readonly (readonly [path: string, part: string])[] = [
  ['input_tokens', 'prompt'],
  ['prompt_tokens', 'prompt'],
  ['inputTokens', 'prompt'],
  ['promptTokens', 'prompt'],
  ['prompt_token_count', 'prompt'],
  ['promptTokenCount', 'prompt'],
  ['input', 'prompt'],
  ['output_tokens', 'completion'],
  ['completion_tokens', 'completion'],
  ['outputTokens', 'completion'],
  ['completionTokens', 'completion'],
  ['candidates_token_count', 'completion'],
  ['candidatesTokenCount', 'completion'],
  ['output', 'completion'],
  ['total_tokens', 'total'],
  ['totalTokens', 'total'],
  ['total_token_count', 'total'],
  ['totalTokenCount', 'total'],
  ['total', 'total'],
  ['input_tokens_details.cached_tokens', 'prompt_details.cache_read'],
  ['prompt_tokens_details.cached_tokens', 'prompt_details.cache_read'],
  ['input_token_details.cache_read', 'prompt_details.cache_read'],
  ['cache_read_input_tokens', 'prompt_details.cache_read'],
  ['cacheReadInputTokens', 'prompt_details.cache_read'],
  ['input_cached_tokens', 'prompt_details.cache_read'],
  ['input_cache_read', 'prompt_details.cache_read'],
  ['cachedInputTokens', 'prompt_details.cache_read'],
  ['cachedContentTokens', 'prompt_details.cache_read'],
  ['prompt_cached_tokens', 'prompt_details.cache_read'],
  ['cached_content_token_count', 'prompt_details.cache_read'],
  ['cachedContentTokenCount', 'prompt_details.cache_read'],
  ['cache_creation_input_tokens', 'prompt_details.cache_write'],
  ['cacheWriteInputTokens', 'prompt_details.cache_write'],
  ['input_token_details.cache_creation', 'prompt_details.cache_write'],
  ['input_cache_creation', 'prompt_details.cache_write'],
  ['prompt_cache_creation_tokens', 'prompt_details.cache_write'],
  ['input_audio_tokens', 'prompt_details.audio'],
  ['prompt_tokens_details.audio_tokens', 'prompt_details.audio'],
  ['input_token_details.audio', 'prompt_details.audio'],
  ['output_tokens_details.reasoning_tokens', 'completion_details.reasoning'],
  ['completion_tokens_details.reasoning_tokens', 'completion_details.reasoning'],
  ['output_token_details.reasoning', 'completion_details.reasoning'],
  ['completion_reasoning_tokens', 'completion_details.reasoning'],
  ['output_reasoning_tokens', 'completion_details.reasoning'],
  ['output_reasoning', 'completion_details.reasoning'],
  ['reasoningTokens', 'completion_details.reasoning'],
  ['thoughtsTokens', 'completion_details.reasoning'],
  ['thoughts_token_count', 'completion_details.reasoning'],
  ['thoughtsTokenCount', 'completion_details.reasoning'],
  ['output_audio_tokens', 'completion_details.audio'],
  ['completion_tokens_details.audio_tokens', 'completion_details.audio'],
  ['output_token_details.audio', 'completion_details.audio'],
];

/** Sets the counts of tokens from the one object in which a provider reports them. */
export function setUsage(derived: Derived, usage: JsonValue | undefined): void {
  if (usage === undefined || !isJsonObject(usage)) return;
  for (const [path, part] of COUNTS) {
    const count = memberAt(usage, path);
    // Details of 0 say nothing.
    if (isCount(count, part.includes('_details'))) derived.set(COUNT + part, count);
  }
}

function isCount(value: JsonValue | undefined, isDetail: boolean): boolean {
  if (typeof value !== 'number' && !isRawNumber(value)) return false;
  const count = numberValue(value);
  return isDetail ? count > 0 : count >= 0;
}

function memberAt(usage: JsonObject, path: string): JsonValue | undefined {
  const whole = getOwn(usage, path);
  if (whole !== undefined) return whole;
  const [name, detail] = path.split('.');
  const member = detail === undefined ? undefined : getOwn(usage, name!);
  return member !== undefined && isJsonObject(member) ? getOwn(member, detail!) : undefined;
}

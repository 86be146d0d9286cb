import { type JsonValue, numberValue } from '../../../kernel/json/json.js';
import { toInteger } from '../values/numbers.js';
import type { FieldMapping } from './dialect.js';
import { toNumber } from './sources.js';

const COUNT = 'llm.token_count.';

/** Names of token counts: those of the convention first, then older ones and those that senders made up. */
const COUNTS: Readonly<Record<string, readonly string[]>> = {
  prompt: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'gen_ai.response.prompt_tokens',
    'llm.usage.prompt_tokens',
  ],
  completion: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'gen_ai.response.completion_tokens',
    'llm.usage.completion_tokens',
  ],
  total: ['gen_ai.usage.total_tokens', 'llm.usage.total_tokens'],
  'prompt_details.cache_read': [
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'gen_ai.usage.details.cache_read_tokens',
    'gen_ai.usage.details.cache_read_input_tokens',
    'gen_ai.usage.details.cached_tokens',
    'gen_ai.usage.input_tokens.cached',
    'gen_ai.usage.input_tokens.cache_read',
    'gen_ai.usage.cached_input_tokens',
    'gen_ai.usage.prompt_tokens_details.cached_tokens',
    'gen_ai.usage.cache_read_tokens',
    'gen_ai.usage.cached_tokens',
    'gen_ai.usage.input_token_details.cache_read',
    'llm.usage.cache_read_input_tokens',
  ],
  'prompt_details.cache_write': [
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_write.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
    'gen_ai.usage.cache_write_input_tokens',
    'gen_ai.usage.details.cache_write_tokens',
    'gen_ai.usage.details.cache_creation_input_tokens',
    'gen_ai.usage.details.cache_creation_tokens',
    'gen_ai.usage.input_tokens.cache_creation',
    'gen_ai.usage.input_tokens.cache_write',
    'gen_ai.usage.cache_creation_tokens',
    'gen_ai.usage.cache_write_tokens',
    'gen_ai.usage.input_token_details.cache_creation',
    'llm.usage.cache_creation_input_tokens',
  ],
  'prompt_details.audio': [
    'gen_ai.usage.audio.input_tokens',
    'gen_ai.usage.details.input_audio_tokens',
    'gen_ai.usage.input_tokens.audio',
    'gen_ai.usage.input_audio_tokens',
    'gen_ai.usage.prompt_tokens_details.audio_tokens',
  ],
  'completion_details.reasoning': [
    'gen_ai.usage.reasoning.output_tokens',
    'gen_ai.usage.reasoning_tokens',
    'gen_ai.usage.details.reasoning_tokens',
    'gen_ai.usage.output_tokens.reasoning',
    'gen_ai.usage.reasoning_output_tokens',
    'gen_ai.usage.output_tokens.reasoning_tokens',
    'gen_ai.usage.completion_tokens_details.reasoning_tokens',
    'gen_ai.usage.output_token_details.reasoning',
    'gen_ai.usage.details.thoughts_tokens',
    'gen_ai.usage.thoughts_tokens',
    'llm.usage.reasoning_tokens',
  ],
  'completion_details.audio': [
    'gen_ai.usage.audio.output_tokens',
    'gen_ai.usage.details.output_audio_tokens',
    'gen_ai.usage.output_tokens.audio',
    'gen_ai.usage.output_audio_tokens',
    'gen_ai.usage.completion_tokens_details.audio_tokens',
  ],
};

/** The fields of token counts. */
export const TOKEN_FIELDS: readonly FieldMapping[] = Object.entries(COUNTS).flatMap(
  ([name, keys]) => keys.map((key): FieldMapping => [key, COUNT + name, toCount]),
);

/** The fields of costs that the sender states, in US dollars. */
export const COST_FIELDS: readonly FieldMapping[] = [
  ['gen_ai.cost.input_cost', 'llm.cost.prompt'],
  ['gen_ai.cost.prompt', 'llm.cost.prompt'],
  ['gen_ai.cost.prompt_cost', 'llm.cost.prompt'],
  ['gen_ai.usage.input_cost', 'llm.cost.prompt'],
  ['gen_ai.usage.cost_details.input', 'llm.cost.prompt'],
  ['gen_ai.cost.output_cost', 'llm.cost.completion'],
  ['gen_ai.cost.completion', 'llm.cost.completion'],
  ['gen_ai.cost.completion_cost', 'llm.cost.completion'],
  ['gen_ai.usage.output_cost', 'llm.cost.completion'],
  ['gen_ai.usage.cost_details.output', 'llm.cost.completion'],
  ['gen_ai.cost.total_cost', 'llm.cost.total'],
  ['gen_ai.cost.total', 'llm.cost.total'],
  ['gen_ai.usage.cost', 'llm.cost.total'],
  ['gen_ai.usage.total_cost', 'llm.cost.total'],
  ['gen_ai.usage.cost_details.total', 'llm.cost.total'],
  ['operation.cost', 'llm.cost.total'],
].map(([key, name]): FieldMapping => [key!, name!, toCost]);

/** Some write 0 where they have no price. */
function toCost(value: JsonValue): JsonValue | undefined {
  const cost = toNumber(value);
  return cost !== undefined && cost > 0 ? cost : undefined;
}

/** Senders write -1 or text for what they do not know. */
function toCount(value: JsonValue): JsonValue | undefined {
  const integer = toInteger(value);
  return integer === undefined || numberValue(integer) < 0 ? undefined : integer;
}

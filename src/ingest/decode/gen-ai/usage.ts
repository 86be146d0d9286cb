import { isRawNumber, jsonInteger, numberSource } from '../../../common/json/json.js';
import { toInteger } from '../numbers.js';
import { copy, type Source, type Target } from './source.js';

/** Token counts; the total only when both its parts are known. */
export function addUsage(source: Source, target: Target): void {
  copy(source, 'gen_ai.usage.input_tokens', target, 'llm.token_count.prompt');
  copy(source, 'gen_ai.usage.output_tokens', target, 'llm.token_count.completion');
  copy(
    source,
    'gen_ai.usage.cache_read.input_tokens',
    target,
    'llm.token_count.prompt_details.cache_read',
  );
  copy(
    source,
    'gen_ai.usage.cache_creation.input_tokens',
    target,
    'llm.token_count.prompt_details.cache_write',
  );
  const input = toInteger(source.get('gen_ai.usage.input_tokens'));
  const output = toInteger(source.get('gen_ai.usage.output_tokens'));
  if (input === undefined || output === undefined) return;
  const total = exact(input) + exact(output);
  target.set('llm.token_count.total', jsonInteger(total));
}

function exact(integer: Exclude<ReturnType<typeof toInteger>, undefined>): bigint {
  return BigInt(isRawNumber(integer) ? numberSource(integer) : integer);
}

import {
  isRawNumber,
  jsonInteger,
  type JsonValue,
  numberSource,
} from '../../../kernel/json/json.js';
import { toInteger } from '../values/numbers.js';
import type { Derived } from './derived.js';

const COUNT = 'llm.token_count.';

/**
 * Adds cached tokens to a prompt that does not include them, and the total if both parts are known. Whether
 * they are included is told by the total, or by more of them than of the prompt, or else by the dialect.
 */
export function completeCounts(derived: Derived): void {
  const prompt = toExact(derived.derivedValue(`${COUNT}prompt`));
  if (prompt === undefined) return;
  const completion = toExact(derived.get(`${COUNT}completion`));
  const total = toExact(derived.get(`${COUNT}total`));
  const cached = ['cache_read', 'cache_write']
    .map((part) => toExact(derived.get(`${COUNT}prompt_details.${part}`)) ?? 0n)
    .reduce((sum, count) => sum + count, 0n);
  const parts = prompt + (completion ?? 0n);
  const isBeside =
    cached > prompt ||
    (total === undefined || total === parts
      ? derived.isCountedBesideCache
      : total === parts + cached);
  if (isBeside && cached > 0n) derived.replace(`${COUNT}prompt`, jsonInteger(prompt + cached));
  if (completion === undefined) return;
  const sum = parts + (isBeside ? cached : 0n);
  if (total === undefined || total < sum) derived.replace(`${COUNT}total`, jsonInteger(sum));
}

function toExact(value: JsonValue | undefined): bigint | undefined {
  const integer = toInteger(value);
  return integer === undefined
    ? undefined
    : BigInt(isRawNumber(integer) ? numberSource(integer) : integer);
}

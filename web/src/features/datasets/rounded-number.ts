import { isStructure, type Json } from '../../lib/json/exact-json.js';

/**
 * Whether a value holds an integer that may not be the one that was stored: older browsers cannot
 * read numbers beyond 2^53 without rounding them. Where they can, such numbers are no `number`s.
 */
export function hasRoundedNumber(value: Json | undefined): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return isStructure(value) && Object.values(value).some((item) => hasRoundedNumber(item));
}

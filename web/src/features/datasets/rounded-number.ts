import { isStructure, type Json } from '../../lib/json/exact-json.js';

/**
 * Whether a value contains an integer that may differ from the stored one: older browsers cannot
 * read numbers beyond 2^53 without rounding. Newer browsers do not read such numbers as `number`.
 */
export function hasRoundedNumber(value: Json | undefined): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return isStructure(value) && Object.values(value).some((item) => hasRoundedNumber(item));
}

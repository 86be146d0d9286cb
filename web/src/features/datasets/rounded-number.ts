import { isStructure, type Json } from '../../lib/json/exact-json.js';

/**
 * Whether a value contains an integer that may differ from the stored one: older browsers round
 * integers beyond 2^53. Newer browsers do not read such integers as `number`.
 */
export function hasRoundedNumber(value: Json | undefined): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  return isStructure(value) && Object.values(value).some((item) => hasRoundedNumber(item));
}

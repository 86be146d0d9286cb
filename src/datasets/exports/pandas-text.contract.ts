import {
  isRawNumber,
  type JsonValue,
  numberSource,
  numberValue,
  type RawNumber,
} from '../../kernel/json/json.js';
import { floatText, numberText, pythonText } from '../../kernel/text/python-text.js';

/**
 * Writes values as pandas does when it saves a data frame as CSV, because readers of downloads
 * expect that. A column has one type: integers become floats if the column has gaps or fractions.
 */

/** Facts about a column, which determine how its numbers are written. */
export interface ColumnFacts {
  hasIntegers: boolean;
  hasFloats: boolean;
  /**
   * Integers beyond 2^53. Floats would change them, so such columns keep every number unchanged.
   */
  hasHugeIntegers: boolean;
  /** Whether a row has no value, or null. */
  hasGaps: boolean;
  /** Texts, booleans, lists and objects. */
  hasOthers: boolean;
}

/** Returns the facts of a column before its first value. */
export function createFacts(): ColumnFacts {
  return {
    hasIntegers: false,
    hasFloats: false,
    hasHugeIntegers: false,
    hasGaps: false,
    hasOthers: false,
  };
}

/** Adds a value of the column to its facts; undefined if a row has none. */
export function noteValue(facts: ColumnFacts, value: JsonValue | undefined): void {
  if (value === null || value === undefined) facts.hasGaps = true;
  else if (!isNumber(value)) facts.hasOthers = true;
  else if (!/^-?\d+$/.test(numberSource(value))) facts.hasFloats = true;
  else if (Number.isSafeInteger(numberValue(value))) facts.hasIntegers = true;
  else facts.hasHugeIntegers = true;
}

/** Returns the unquoted text of one value. The caller writes objects. */
export function cellText(value: JsonValue | undefined, facts: ColumnFacts): string {
  if (value === null || value === undefined) return '';
  if (!isNumber(value)) return pythonText(value);
  return isFloatColumn(facts) ? floatText(numberValue(value)) : numberText(value);
}

function isFloatColumn(facts: ColumnFacts): boolean {
  const { hasFloats, hasGaps, hasOthers, hasHugeIntegers } = facts;
  return !hasOthers && !hasHugeIntegers && (hasFloats || hasGaps);
}

function isNumber(value: JsonValue): value is number | RawNumber {
  return typeof value === 'number' || isRawNumber(value);
}

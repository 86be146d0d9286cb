import {
  getOwn,
  isJsonObject,
  isRawNumber,
  type JsonObject,
  type JsonValue,
  numberSource,
  numberValue,
  parseJson,
  type RawNumber,
} from '../../kernel/json/json.js';
import { hasTooManyValues } from '../../kernel/json/json-values.js';
import { EvaluationError, quote } from '../evaluation/evaluation.js';
import { defineDistance } from './built-in-evaluator.js';
import { booleanParameter, jsonParameter } from './parameters.js';

const MAX_VALUES = 50_000;
const MAX_DEPTH = 200;

/** Counts the differences between two JSON values. */
export const jsonDistance = defineDistance({
  name: 'json_distance',
  description: 'In how many values two JSON documents differ.',
  parameters: {
    expected: jsonParameter('The expected value.'),
    actual: jsonParameter('The value to compare with it.'),
    parse_strings: booleanParameter('Whether to read texts as JSON documents.', true),
  },
  evaluate: ({ expected, actual, parse_strings: parsesTexts }) => {
    const counter = new DifferenceCounter();
    const answer = counter.count(
      parsesTexts ? parseText(expected, 'expected') : expected,
      parsesTexts ? parseText(actual, 'actual') : actual,
    );
    const values = answer === 1 ? '1 value' : `${answer} values`;
    const explanation =
      answer === 0 ? 'The documents are equal.' : `The documents differ in ${values}.`;
    return { answer, explanation };
  },
});

/** @throws EvaluationError for a text that is not JSON. */
function parseText(value: JsonValue, name: string): JsonValue {
  if (typeof value !== 'string') return value;
  if (hasTooManyValues(value)) throw tooLarge();
  try {
    return parseJson(value);
  } catch {
    throw new EvaluationError(
      `"${name}" is not JSON, but ${quote(value)}. Set parse_strings to false to compare texts as they are.`,
    );
  }
}

/**
 * Counts the values that differ: texts, numbers, booleans, nulls, and empty objects and lists. Those
 * that only one side has count, too. Compares members by name, elements by position, and numbers by
 * value.
 */
class DifferenceCounter {
  private valuesLeft = MAX_VALUES;

  count(a: JsonValue, b: JsonValue, depth = 0): number {
    this.use(depth);
    if (Array.isArray(a) && Array.isArray(b)) {
      const longer = a.length > b.length ? a : b;
      return this.sum(longer.keys(), (at) => this.countPair(a[at], b[at], depth + 1));
    }
    if (isJsonObject(a) && isJsonObject(b)) {
      const names = new Set([...Object.keys(a), ...Object.keys(b)]);
      return this.sum(names, (name) => this.countPair(getOwn(a, name), getOwn(b, name), depth + 1));
    }
    if (isContainer(a) || isContainer(b)) {
      return Math.max(this.countAll(a, depth), this.countAll(b, depth));
    }
    return isEqual(a, b) ? 0 : 1;
  }

  private countPair(a: JsonValue | undefined, b: JsonValue | undefined, depth: number): number {
    if (a === undefined) return b === undefined ? 0 : this.countAll(b, depth);
    return b === undefined ? this.countAll(a, depth) : this.count(a, b, depth);
  }

  /** Counts the values of one document. */
  private countAll(value: JsonValue, depth: number): number {
    this.use(depth);
    const inner = isContainer(value) ? Object.values(value) : [];
    return Math.max(
      1,
      this.sum(inner, (child) => this.countAll(child, depth + 1)),
    );
  }

  private sum<T>(items: Iterable<T>, count: (item: T) => number): number {
    let total = 0;
    for (const item of items) total += count(item);
    return total;
  }

  private use(depth: number): void {
    this.valuesLeft -= 1;
    if (this.valuesLeft < 0 || depth > MAX_DEPTH) throw tooLarge();
  }
}

function isContainer(value: JsonValue): value is JsonValue[] | JsonObject {
  return Array.isArray(value) || isJsonObject(value);
}

/** Numbers are equal if they have the same value: `1` and `1.0`. */
function isEqual(a: JsonValue, b: JsonValue): boolean {
  if (!isNumber(a) || !isNumber(b)) return a === b;
  const value = numberValue(a);
  if (value !== numberValue(b)) return false;
  // Different integers beyond 2^53 can have the same double.
  const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
  return isExact || numberSource(a) === numberSource(b);
}

function isNumber(value: JsonValue): value is number | RawNumber {
  return typeof value === 'number' || isRawNumber(value);
}

function tooLarge(): EvaluationError {
  return new EvaluationError(
    `The documents must have at most ${MAX_VALUES} values, nested at most ${MAX_DEPTH} levels deep.`,
  );
}

import type { Collection, Field, JsonField, Relation, ValueType } from './grain.js';
import type { ArithmeticSign } from './syntax-tree.js';

/** The elements of a collection that meet a condition. */
export interface Loop {
  /** SQL alias of an element. */
  row: string;
  collection: Collection;
  condition: Condition | null;
}

/** A value whose type is known. */
export type Value =
  | Field
  | JsonField
  | { kind: 'literal'; type: 'text' | 'number' | 'datetime'; value: string }
  | { kind: 'literal'; type: 'boolean'; value: boolean }
  /**
   * A JSON value read as a scalar; null if it is not of that type. May also be null for a long
   * string if `isShort`.
   */
  | { kind: 'reading'; type: 'text' | 'number' | 'boolean'; of: JsonField; isShort?: boolean }
  | {
      kind: 'arithmetic';
      type: 'text' | 'number';
      sign: ArithmeticSign;
      left: Value;
      right: Value;
    }
  | { kind: 'minus'; type: 'number'; of: Value }
  /** Without elements, `len` and `sum` are 0, and `min` and `max` are null. */
  | { kind: 'aggregate'; type: 'number'; function: 'len'; loop: Loop }
  | {
      kind: 'aggregate';
      type: 'number' | 'datetime';
      function: 'sum' | 'min' | 'max';
      loop: Loop;
      of: Value;
    };

export type Ordering = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** The meaning of one comparison. Both sides have the same type. */
export type Test =
  | { kind: 'compare'; comparator: Ordering; type: ValueType; left: Value; right: Value }
  | { kind: 'member'; isNegated: boolean; of: Value; among: (string | boolean)[] }
  | { kind: 'contains'; isNegated: boolean; text: Value; part: Value }
  /** Never unknown. */
  | { kind: 'absent'; isNegated: boolean; of: Value | Relation }
  /** Never unknown. */
  | { kind: 'truth'; isNegated: boolean; of: Value; value: boolean };

export type Condition =
  | { kind: 'and' | 'or'; operands: Condition[] }
  | { kind: 'not'; operand: Condition }
  /** A chain has several tests on the same rows. */
  | { kind: 'comparison'; tests: Test[] }
  | { kind: 'presence'; of: Relation }
  /** Never unknown: `all` requires the condition to be true for every element. */
  | { kind: 'quantifier'; function: 'any' | 'all'; loop: Loop; condition: Condition }
  | { kind: 'constant'; value: boolean };

/** Returns what a test compares. */
export function valuesOf(test: Test): (Value | Relation)[] {
  switch (test.kind) {
    case 'compare':
      return [test.left, test.right];
    case 'contains':
      return [test.text, test.part];
    default:
      return [test.of];
  }
}

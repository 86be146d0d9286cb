import type { Loop, Ordering, Test, Value } from '../../filter-language/typed-tree.js';

export const MIRRORED = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
} as const;

/** Returns the loops that certainly have elements if a test is true, such as `len(…) > 0`. */
export function findFilledLoops(test: Test): Loop[] {
  if (test.kind !== 'compare') return [];
  const { left, comparator, right } = test;
  return [...filledLoop(left, comparator, right), ...filledLoop(right, MIRRORED[comparator], left)];
}

function filledLoop(value: Value, comparator: Ordering, literal: Value): Loop[] {
  if (value.kind !== 'aggregate' || literal.kind !== 'literal') return [];
  // Without elements, these are 0, and the others are not comparable.
  const mayBeEmpty = value.function === 'len' || value.function === 'sum';
  return mayBeEmpty && !isAbove(comparator, Number(literal.value), 0) ? [] : [value.loop];
}

/** Returns whether every number that passes a comparison is above a bound. */
export function isAbove(comparator: Ordering, number: number, bound: number): boolean {
  return comparator === '>' ? number >= bound : ['>=', '=='].includes(comparator) && number > bound;
}

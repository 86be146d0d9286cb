import type { Condition, Ordering, Test, Value } from '../../filter-language/typed-tree.js';
import { findFilledLoops, isAbove, MIRRORED } from './filled-loops.js';

/**
 * Returns whether a condition certainly selects only rows with something that failed. False only means that
 * this is not certain.
 * @param isWanted whether rows are selected for which the condition is true, and not false.
 */
export function impliesFailure(condition: Condition, isWanted = true): boolean {
  switch (condition.kind) {
    case 'not':
      return impliesFailure(condition.operand, !isWanted);
    case 'quantifier': {
      const { function: name, loop } = condition;
      // "All" and "not any" are also true without elements.
      if ((name === 'any') !== isWanted) return false;
      return elementsImply(loop.condition) || (isWanted && impliesFailure(condition.condition));
    }
    case 'comparison':
      return isWanted && condition.tests.some((test) => showsFailure(test) || hasFailures(test));
    case 'and':
    case 'or': {
      const implies = (operand: Condition) => impliesFailure(operand, isWanted);
      const { kind, operands } = condition;
      return (kind === 'and') === isWanted ? operands.some(implies) : operands.every(implies);
    }
    default:
      return false;
  }
}

function elementsImply(condition: Condition | null): boolean {
  return condition !== null && impliesFailure(condition);
}

function hasFailures(test: Test): boolean {
  return findFilledLoops(test).some((loop) => elementsImply(loop.condition));
}

/** Returns whether a test of a row, or of another one of its trace, is true only if that failed. */
export function showsFailure(test: Test): boolean {
  switch (test.kind) {
    case 'compare':
      return (
        isFailure(test.left, test.comparator, test.right) ||
        isFailure(test.right, MIRRORED[test.comparator], test.left)
      );
    case 'member':
      return !test.isNegated && isFailureIn(test.of, test.among);
    default:
      return false;
  }
}

function isFailure(value: Value, comparator: Ordering, literal: Value): boolean {
  if (literal.kind !== 'literal') return false;
  if (value.kind !== 'field' || value.type === 'json' || !value.failure) return false;
  return 'equals' in value.failure
    ? comparator === '==' && literal.value === value.failure.equals
    : isAbove(comparator, Number(literal.value), value.failure.above);
}

function isFailureIn(value: Value, among: readonly (string | boolean)[]): boolean {
  if (value.kind !== 'field' || value.type === 'json' || !value.failure) return false;
  const { failure } = value;
  return 'equals' in failure && among.every((text) => text === failure.equals);
}

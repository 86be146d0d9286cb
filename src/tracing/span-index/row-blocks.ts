import type { Condition, Loop, Test } from '../../filter-language/typed-tree.js';
import { impliesFailedParent } from '../conditions/failed-spans.js';
import { findFilledLoops } from '../conditions/filled-loops.js';
import { allTests, anyTest, type BlockTest, testTerms } from './block-test.js';
import { testBlocks, toBlockTest } from './condition-blocks.js';
import { failedParentTerms } from './terms.js';

type KnownTest = NonNullable<BlockTest>;

/** The alias of root spans in conditions on traces and sessions. */
const ROOT = 'root';

/**
 * Returns the tests of blocks that a condition on traces or sessions implies: every row that meets
 * it has a span in a block that passes, for each of the tests. They may find different spans, so a
 * block need not pass several of them.
 */
export function toRowBlockTests(condition: Condition, isWanted = true): KnownTest[] {
  switch (condition.kind) {
    case 'not':
      return toRowBlockTests(condition.operand, !isWanted);
    case 'comparison':
      return isWanted ? condition.tests.flatMap(testsOfRow) : [];
    case 'and':
    case 'or': {
      const tests = condition.operands.map((operand) => toRowBlockTests(operand, isWanted));
      if ((condition.kind === 'and') === isWanted) return tests.flat();
      return known(anyTest(tests.map(([first]) => first ?? null)));
    }
    case 'quantifier': {
      // "All" and "not any" are also true without elements.
      if ((condition.function === 'any') !== isWanted) return [];
      return testsOfElement(condition.loop, isWanted ? condition.condition : null);
    }
    default:
      return [];
  }
}

function testsOfRow(test: Test): KnownTest[] {
  const ofElements = findFilledLoops(test).flatMap((loop) => testsOfElement(loop, null));
  return [...known(testBlocks(test, ROOT)), ...ofElements];
}

/** The tests that an element of a loop implies which meets its condition and another one. */
function testsOfElement(
  { row, collection, condition }: Loop,
  other: Condition | null,
): KnownTest[] {
  const conditions = [condition, other].filter((one) => one !== null);
  if (!collection.areSpans) return conditions.flatMap((one) => toRowBlockTests(one));
  const ofSpan = known(allTests(conditions.map((one) => toBlockTest(one, true, row))));
  const ofParent = conditions.some((one) => impliesFailedParent(row, one))
    ? known(testTerms(failedParentTerms()))
    : [];
  return [...ofSpan, ...ofParent, ...conditions.flatMap((one) => toRowBlockTests(one))];
}

function known(test: BlockTest): KnownTest[] {
  return test ? [test] : [];
}

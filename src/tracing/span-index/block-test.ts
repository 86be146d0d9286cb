import type { Bind } from '../../common/filter-language/grain.js';
import { EVERYTHING, type TermQuery } from './terms.js';

/**
 * SQL of a condition on blocks `b` that every block with a wanted span meets; null if any block may
 * have one.
 * @param projectId SQL of the row ID of the project of the blocks.
 */
export type BlockTest = ((bind: Bind, projectId: string) => string) | null;

export function testTerms(terms: TermQuery): BlockTest {
  if (terms === null) return null;
  return (bind) => `b.terms @@ ${bind(`${terms} | '${EVERYTHING}'`)}::tsquery`;
}

export function allTests(tests: readonly BlockTest[]): BlockTest {
  const known = tests.filter((test) => test !== null);
  return known.length === 0 ? null : joinTests(known, 'AND');
}

export function anyTest(tests: readonly BlockTest[]): BlockTest {
  const known = tests.filter((test) => test !== null);
  // An empty list is false.
  if (known.length < tests.length || known.length === 0) return null;
  return joinTests(known, 'OR');
}

function joinTests(
  tests: readonly NonNullable<BlockTest>[],
  operator: 'AND' | 'OR',
): NonNullable<BlockTest> {
  return (...given) => `(${tests.map((test) => test(...given)).join(` ${operator} `)})`;
}

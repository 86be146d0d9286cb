import { FORMER, joinFormer } from './former-terms.js';
import { IS_OUTDATED } from './outdated-blocks.queries.js';
import type { Bind } from '../../kernel/sql/distribution.js';
import { EVERYTHING, type TermQuery } from './terms.js';

/** SQL about the wanted spans, in addition to the test. */
export interface TestedSpans {
  /** SQL of the row ID of their project. */
  projectId: string;
  /** SQL of whether a span that began at a time may be wanted; `true` if any may be. */
  mayBegin: (time: string) => string;
}

/**
 * Writes SQL of a condition on blocks `b` that every block with a wanted span meets; null if any
 * block may have one.
 */
export type BlockTest = {
  (bind: Bind, spans: TestedSpans): string;
  /**
   * Whether it looks up annotations by their times, which takes longer the more time the wanted spans
   * cover.
   */
  readsAnnotations?: boolean;
} | null;

type KnownTest = NonNullable<BlockTest>;

/** Blocks that this version has not indexed yet are found by their former terms. */
export function testTerms(query: TermQuery): BlockTest {
  if (query === null) return null;
  const { each, or, former } = query;
  return (bind) => {
    const bindTerms = (terms: readonly number[]): string => `${bind(terms)}::integer[]`;
    const tests = each
      .filter(({ length }) => length !== 1)
      .map((terms) => `b.codes && ${bindTerms(terms)}`);
    const needed = each.filter(({ length }) => length === 1).flat();
    if (needed.length > 0) tests.push(`b.codes @> ${bindTerms(needed)}`);
    return `((${tests.join(' AND ')}) OR b.codes && ${bindTerms([...or, EVERYTHING])} 
      OR ${IS_OUTDATED} AND b.terms @@ ${bind(joinFormer([former, FORMER.everything]))}::tsquery)`;
  };
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

function joinTests(tests: readonly KnownTest[], operator: 'AND' | 'OR'): KnownTest {
  const joined: KnownTest = (...given) =>
    `(${tests.map((test) => test(...given)).join(` ${operator} `)})`;
  joined.readsAnnotations = tests.some((test) => test.readsAnnotations);
  return joined;
}

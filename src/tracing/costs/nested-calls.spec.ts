import { type CallTreeSpan, findCountingCalls } from './nested-calls.js';

/** Each line is `id < parent KIND`, with `*` if the span reports tokens. */
function tree(...lines: string[]): CallTreeSpan[] {
  return lines.map((line) => {
    const [, spanId, parentId, kind, mark] = /^(\w+)(?: < (\w+))? (\w+)(\*?)$/.exec(line)!;
    return { spanId: spanId!, parentId: parentId ?? null, kind: kind!, hasTokens: mark === '*' };
  });
}

const countedIn = (...lines: string[]) => Object.fromEntries(findCountingCalls(tree(...lines)));

describe('findCountingCalls', () => {
  it('counts only the outermost of nested calls', () => {
    expect(countedIn('a LLM*', 'b < a LLM*', 'c < b LLM*')).toEqual({ a: null, b: 'a', c: 'a' });
  });

  it('finds it in any order of the spans', () => {
    expect(countedIn('c < b LLM*', 'b < a LLM*', 'a LLM*')).toEqual({ a: null, b: 'a', c: 'a' });
  });

  it('counts each of several siblings', () => {
    expect(countedIn('a CHAIN', 'b < a LLM*', 'c < a LLM*')).toEqual({ b: null, c: null });
  });

  it('looks through chains, unknown spans and calls without tokens', () => {
    expect(countedIn('a LLM*', 'b < a CHAIN', 'c < b UNKNOWN', 'd < c LLM', 'e < d LLM*')).toEqual({
      a: null,
      e: 'a',
    });
  });

  it('lets a call without tokens hide nothing', () => {
    expect(countedIn('a LLM', 'b < a LLM*', 'c < a LLM*')).toEqual({ b: null, c: null });
  });

  it.each(['TOOL', 'AGENT', 'RETRIEVER', 'RERANKER', 'EVALUATOR', 'GUARDRAIL', 'EMBEDDING'])(
    'starts afresh below a span of the kind %s',
    (kind) => {
      expect(countedIn('a LLM*', `b < a ${kind}`, 'c < b LLM*', 'd < c LLM*')).toEqual({
        a: null,
        c: null,
        d: 'c',
      });
    },
  );

  it('counts nested embeddings once, and those of a call beside it', () => {
    expect(countedIn('a LLM*', 'b < a EMBEDDING*', 'c < b EMBEDDING*')).toEqual({
      a: null,
      b: null,
      c: 'b',
    });
  });

  it('takes a call whose parent is missing for the outermost', () => {
    expect(countedIn('b < a LLM*', 'c < b LLM*')).toEqual({ b: null, c: 'b' });
  });

  it('counts one call of a cycle', () => {
    const cycle = countedIn('a < b LLM*', 'b < a LLM*', 'c < c LLM*');
    expect([cycle.a, cycle.b].filter((counting) => counting === null)).toHaveLength(1);
    expect(cycle.c).toBeNull();
  });

  it('walks a chain of a hundred thousand calls once', () => {
    const lines = ['s0 LLM*'];
    for (let at = 1; at < 100_000; at++) lines.push(`s${at} < s${at - 1} LLM*`);
    const found = findCountingCalls(tree(...lines));
    expect(found.get('s99999')).toBe('s0');
    expect(found.get('s0')).toBeNull();
  });
});

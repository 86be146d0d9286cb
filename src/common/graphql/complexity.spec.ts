import { Kind, parse } from 'graphql';
import { CostModel } from './complexity.js';

function costOf(source: string, variables: Record<string, unknown> = {}): number {
  const document = parse(source);
  const operation = document.definitions.find((d) => d.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error('no operation');
  return new CostModel(document, variables).of(operation);
}

describe('CostModel', () => {
  it('counts each field once', () => {
    expect(costOf('{ a b { c d } }')).toBe(4);
  });

  it('multiplies what is inside a list by its page size', () => {
    expect(costOf('{ list(first: 10) { edges { node { id } } } }')).toBe(1 + 10 * 3);
    expect(costOf('query ($n: Int!) { list(first: $n) { id } }', { n: 7 })).toBe(8);
  });

  it('counts nested lists by the product of their pages', () => {
    expect(costOf('{ a(first: 1000) { b(first: 1000) { id } } }')).toBe(1 + 1000 * (1 + 1000));
  });

  it('sees through every way to ask for a page', () => {
    expect(costOf('query ($n: Int = 7) { list(first: $n) { id } }')).toBe(8);
    expect(costOf('query ($n: Int = 7) { list(first: $n) { id } }', { n: 9 })).toBe(10);
    expect(costOf('{ list(last: 9) { id } }')).toBe(10);
    expect(costOf('{ list(first: 2, last: 9) { id } }')).toBe(10);
    expect(costOf('{ list { ...C } } fragment C on T { edges { id } }')).toBe(1 + 50 * 2);
    expect(costOf('query ($n: Int) { list(first: $n) { edges { id } } }', { n: null })).toBe(101);
  });

  it('stays fast when fragments spread each other many times', () => {
    const chain = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on T { a: ok ...F${i + 1} ...F${i + 1} }`,
    ).join('\n');
    expect(costOf(`{ ...F0 } ${chain} fragment F60 on T { ok }`)).toBeGreaterThan(1e15);
    expect(costOf(`{ b { ...F0 } } ${chain} fragment F60 on T { ok }`)).toBeGreaterThan(1e15);
  });
});

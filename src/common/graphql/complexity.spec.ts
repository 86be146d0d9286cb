import { buildSchema, getOperationAST, parse, validate } from 'graphql';
import { computeCost } from './complexity.js';

const schema = buildSchema(`
  type Query { a: Int  b: Node  list(first: Int, last: Int): Connection  node(id: ID!): Node }
  type Node { id: ID  c: Int  d: Int  node: Node  list(first: Int, last: Int): Connection }
  type Connection { edges: [Edge]  total: Int }
  type Edge { node: Node }
`);

function costOfSource(source: string, variables: Record<string, unknown> = {}): number {
  const document = parse(source);
  expect(validate(schema, document)).toEqual([]);
  return computeCost({ schema, document, operation: getOperationAST(document)!, variables });
}

describe('the cost of an operation', () => {
  it('counts each field once', () => {
    expect(costOfSource('{ a b { c d } }')).toBe(4);
  });

  it('multiplies the cost inside a list by its page size', () => {
    expect(costOfSource('{ list(first: 10) { edges { node { id } } } }')).toBe(1 + 10 * 3);
    expect(costOfSource('query ($n: Int!) { list(first: $n) { total } }', { n: 7 })).toBe(8);
  });

  it('multiplies nested lists by the product of their page sizes', () => {
    const inner = 'list(first: 1000) { edges { node { id } } }';
    expect(costOfSource(`{ list(first: 1000) { edges { node { ${inner} } } } }`)).toBe(
      1 + 1000 * (2 + 1 + 1000 * 3),
    );
  });

  it('recognizes every way to request a page', () => {
    const withDefault = 'query ($n: Int = 7) { list(first: $n) { total } }';
    expect(costOfSource(withDefault)).toBe(8);
    expect(costOfSource(withDefault, { n: 9 })).toBe(10);
    expect(costOfSource('{ list(last: 9) { total } }')).toBe(10);
    expect(costOfSource('{ list(first: 2, last: 9) { total } }')).toBe(10);
    const spread = '{ list { ...C } } fragment C on Connection { edges { node { id } } }';
    expect(costOfSource(spread)).toBe(1 + 50 * 3);
    const unknown = 'query ($n: Int) { list(first: $n) { edges { node { id } } } }';
    expect(costOfSource(unknown, { n: null })).toBe(1 + 50 * 3);
  });

  it('is unknown if a variable is invalid, because the operation never runs', () => {
    const source = 'query ($n: Int!) { list(first: $n) { total } }';
    expect(costOfSource(source, { n: 'many' })).toBe(0);
    expect(costOfSource(source)).toBe(0);
  });

  it('cannot be hidden behind an argument that is invalid only at run time', () => {
    const source = 'query ($id: ID = "x") { node(id: $id) { id } list(first: 999999) { total } }';
    expect(() => costOfSource(source, { id: null })).toThrow(/must not be null/);
  });

  it('quickly refuses fragments that spread each other many times', () => {
    const chain = Array.from(
      { length: 60 },
      (_, i) => `fragment F${i} on Node { c ...F${i + 1} node { ...F${i + 1} } }`,
    ).join('\n');
    const begin = performance.now();
    expect(() => costOfSource(`{ b { ...F0 } } ${chain} fragment F60 on Node { c }`)).toThrow(
      'too complex',
    );
    expect(performance.now() - begin).toBeLessThan(2_000);
  });
});

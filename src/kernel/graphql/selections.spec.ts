import { buildSchema, getOperationAST, GraphQLError, Kind, parse, validate } from 'graphql';
import { assertFewSelections, countSteps } from './selections.js';

const schema = buildSchema(`
  interface Named { id: ID  c: Int }
  type Query { a: Int  b: Node  named: Named  list(first: Int): Connection }
  type Node implements Named { id: ID  c: Int  d: Int  node: Node  list(first: Int): Connection }
  type Connection { edges: [Edge!]!  total: Int }
  type Edge { node: Node }
`);

function readSource(source: string) {
  const document = parse(source);
  expect(validate(schema, document)).toEqual([]);
  return { document, set: getOperationAST(document)!.selectionSet };
}

describe('the selections of an operation', () => {
  const spread = (count: number) =>
    Array.from(
      { length: count },
      (_, i) => `fragment F${i} on Node { c ...F${i + 1} node { ...F${i + 1} } }`,
    ).join('\n');

  it('may be many', () => {
    const { document, set } = readSource(`{ b { ...F0 } } ${spread(8)}
       fragment F8 on Node { id }`);
    expect(() => assertFewSelections(document, set)).not.toThrow();
  });

  it('are refused if fragments that spread each other expand to too many, without expanding them', () => {
    const { document, set } = readSource(
      `{ b { ...F0 } } ${spread(60)} fragment F60 on Node { id }`,
    );
    // Microseconds of CPU time, because the machine may be busy.
    const before = process.cpuUsage();
    expect(() => assertFewSelections(document, set)).toThrow(GraphQLError);
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  });
});

describe('the number of steps for each object', () => {
  const count = (source: string): number => {
    const { document, set } = readSource(source);
    const fragments = Object.fromEntries(
      document.definitions
        .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
        .map((fragment) => [fragment.name.value, fragment]),
    );
    return countSteps(set, schema.getQueryType()!, { schema, fragments });
  };

  it('includes objects inside it, but not the contents of lists', () => {
    expect(count('{ a b { c d } }')).toBe(4);
    expect(count('{ list { total edges { node { id c d } } } }')).toBe(3);
    expect(count('{ b { node { node { list { total } } } } }')).toBe(5);
  });

  it('includes fragments, each as often as it is used', () => {
    expect(count('{ b { ...F node { ...F } } } fragment F on Node { c d }')).toBe(6);
    expect(
      count('{ named { __typename id ... on Node { d list { edges { node { id } } } } } }'),
    ).toBe(6);
  });
});

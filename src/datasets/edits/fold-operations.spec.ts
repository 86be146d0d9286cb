import { type ExampleOperation, foldOperations } from './fold-operations.js';

const IDS = new Map([
  [1, 'a'],
  [2, 'b'],
  [3, null],
]);

const fold = (...operations: ExampleOperation[]) => {
  const { patches, removals, additions } = foldOperations(operations, IDS);
  return { patches: Object.fromEntries(patches), removals, additions };
};
const replace = (id: number, value: unknown, field: 'input' | 'output' = 'input') =>
  ({ kind: 'replace', id, field, value }) as const;
const remove = (id: number) => ({ kind: 'remove', id }) as const;
const add = (externalId: string | null, input: object = {}) =>
  ({ kind: 'add', value: { input, externalId } }) as const;

describe('operations on examples', () => {
  it('are added up, and the last replacement of a part counts', () => {
    expect(
      fold(
        replace(1, { q: 1 }),
        replace(2, { q: 2 }),
        replace(1, { q: 3 }),
        replace(1, {}, 'output'),
      ),
    ).toEqual({
      patches: { 1: { input: { q: 3 }, output: {} }, 2: { input: { q: 2 } } },
      removals: [],
      additions: [],
    });
  });

  it('discard the replacements of an example that is removed', () => {
    expect(fold(replace(1, { q: 1 }), remove(1), remove(3))).toEqual({
      patches: {},
      removals: [1, 3],
      additions: [],
    });
  });

  it.each([
    ['replaced', replace(1, {})],
    ['removed again', remove(1)],
  ])('cannot name an example that was removed: %s', (_, operation) => {
    expect(() => fold(remove(1), operation)).toThrow('has been removed by an earlier operation');
    expect(() => fold(remove(1), add('a'), operation)).toThrow('operation 3: Example');
  });

  it('add examples in order', () => {
    expect(fold(add('x', { q: 1 }), add(null, { q: 1 }), add('')).additions).toEqual([
      { content: { input: { q: 1 }, output: {}, metadata: {} }, externalId: 'x' },
      { content: { input: { q: 1 }, output: {}, metadata: {} }, externalId: null },
      { content: { input: {}, output: {}, metadata: {} }, externalId: null },
    ]);
  });

  it('give the external ID of a removed example to the one that is added after it', () => {
    expect(fold(remove(1), add('a', { q: 9 }))).toEqual({
      patches: { 1: { input: { q: 9 }, output: {}, metadata: {} } },
      removals: [],
      additions: [],
    });
    expect(fold(add('a'), remove(1))).toMatchObject({
      removals: [1],
      additions: [{ externalId: 'a' }],
    });
  });

  it.each<[string, ExampleOperation]>([
    ['operation 2: input must be an object.', replace(1, null)],
    ['operation 2: input must be an object.', replace(1, [])],
    ['operation 2: input must be an object.', { kind: 'add', value: { input: 'x' } }],
    ['Two examples have the ID "x".', add('x')],
  ])('are refused: %s', (message, operation) => {
    expect(() => fold(add('x'), operation)).toThrow(message);
  });
});

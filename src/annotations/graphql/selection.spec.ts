import { type FieldNode, getOperationAST, Kind, parse } from 'graphql';
import { selectsField } from './selection.js';

function selectsLong(text: string): boolean {
  const document = parse(text);
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return selectsField(
    {
      fieldNodes: getOperationAST(document)!.selectionSet.selections as FieldNode[],
      fragments: Object.fromEntries(fragments.map((node) => [node.name.value, node])),
    },
    ['long'],
  );
}

describe('selectsField', () => {
  it.each([
    '{ list { long } }',
    '{ list { id other: long } }',
    '{ list { owner { long } } }',
    '{ list { ... on Item { long } } }',
    '{ list { ...Fields } } fragment Fields on Item { ...Inner } fragment Inner on Item { long }',
    '{ list { id } list { long } }',
    '{ list { long @include(if: false) } }',
  ])('finds the field in %s', (text) => {
    expect(selectsLong(text)).toBe(true);
  });

  it.each([
    '{ list { id } }',
    '{ list { long: id } }',
    '{ list }',
    '{ list { id } } fragment Unused on Item { long }',
  ])('finds no field in %s', (text) => {
    expect(selectsLong(text)).toBe(false);
  });
});

import { type OperationDefinitionNode, parse, print } from 'graphql';
import { toEventDocument } from './event-document.js';

function write(query: string): string {
  const document = parse(query);
  return print(toEventDocument(document, document.definitions[0] as OperationDefinitionNode));
}

describe('the document of events', () => {
  it('does not check again what only the subscription uses', () => {
    expect(write('subscription ($input: In!) { s(input: $input) { a } }')).toBe(
      print(parse('subscription ($input: JSON) { s(input: $input) { a } }')),
    );
  });

  it.each([
    'subscription ($n: Int!) { s(a: 1) { a(first: $n) } }',
    'subscription ($n: Int!) { s(a: $n) { a(first: $n) } }',
    'subscription ($n: Boolean!) { s(a: 1) { a @include(if: $n) } }',
    'subscription ($n: Boolean!) { s(a: 1) @include(if: $n) { a } }',
    'subscription ($n: Int!) { s(a: 1) { ...F } } fragment F on S { a(where: { first: [$n] }) }',
    'subscription ($n: Int!) { ...F } fragment F on Subscription { s(a: $n) { a } }',
  ])('checks what events use: %s', (query) => {
    expect(write(query)).toBe(print(parse(query)));
  });
});

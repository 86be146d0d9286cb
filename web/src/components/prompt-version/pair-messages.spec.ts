import fc from 'fast-check';
import { type ComparedMessage, pairMessages } from './pair-messages.js';

/** Reads `s:text u:text` as messages; the letter is the role. */
const read = (line: string): ComparedMessage[] =>
  line
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ roleName: word[0] ?? '', text: word.slice(2) }));
const written = (before: string, after: string) =>
  pairMessages(read(before), read(after))
    .map(({ before: one, after: other }) => `${one?.text ?? ''}>${other?.text ?? ''}`)
    .join(' ');

describe('the messages of two versions', () => {
  it.each([
    ['s:a u:b', 's:a u:b', 'a>a b>b'],
    ['s:a u:b', 's:x u:b', 'a>x b>b'],
    ['u:b', 's:a u:b', '>a b>b'],
    ['s:a u:b', 'u:b', 'a> b>b'],
    ['s:a u:b u:c', 's:a u:c', 'a>a b> c>c'],
    ['s:a u:b', 's:a a:n u:c', 'a>a >n b>c'],
    ['s:a', 'u:a', 'a> >a'],
    ['', 's:a', '>a'],
    ['s:a', '', 'a>'],
    ['', '', ''],
  ])('pairs %j and %j as %j', (before, after, expected) => {
    expect(written(before, after)).toBe(expected);
  });

  it('keeps every message once and in order', () => {
    const message = fc.record({
      roleName: fc.constantFrom('system', 'user'),
      text: fc.constantFrom('a', 'b', 'c'),
    });
    fc.assert(
      fc.property(fc.array(message), fc.array(message), (before, after) => {
        const pairs = pairMessages(before, after);
        expect(pairs.flatMap((pair) => pair.before ?? [])).toEqual(before);
        expect(pairs.flatMap((pair) => pair.after ?? [])).toEqual(after);
      }),
    );
  });
});

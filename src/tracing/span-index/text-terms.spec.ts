import fc from 'fast-check';
import { fold, listContained, takeTerms } from './text-terms.js';

function termsOf(text: string): Set<number> {
  const terms = new Set<number>();
  takeTerms(text, (term) => terms.add(term));
  return terms;
}

/** Whether a search for a part looks at a block that has only this text. */
function isFound(text: string, part: string): boolean {
  const terms = termsOf(text);
  return listContained(part).every((some) => some.some((term) => terms.has(term)));
}

const PIECES = [
  'abc',
  'Refund',
  'É',
  'e\u0301',
  'ß',
  'ﬁ',
  'Σ',
  'ς',
  'İ',
  'ı',
  '²',
  '½',
  '\u212a',
  '№',
  '東京',
  'ー',
  'ไทย',
  '👩‍👩‍👧',
  '©',
  '‼',
  '“',
  '”',
  '’',
  '…',
  '—',
  '•',
  '─',
  '≠',
  '→',
  ' ',
  '\n',
  '-',
  '_',
  '.',
  '7',
  'x1',
  'Привет',
  'мир',
  'עברית',
  '\u0338',
  '\ud83d',
  'z'.repeat(250),
  '\u200d',
  'ª',
  'µ',
  '№5',
];
const texts = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 12 })
  .map((parts) => parts.join(''));

describe('the terms of a text', () => {
  it('are found by every part of it, whatever it consists of', () => {
    fc.assert(
      fc.property(texts, fc.nat(300), fc.nat(40), (text, start, length) => {
        const part = text.slice(start, start + length);
        // Beyond that, words are cut, and a search does not find their ends.
        fc.pre(!/[\p{L}\p{N}\p{M}]{200}/u.test(text) && fold(text).includes(fold(part)));
        expect(isFound(text, part)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('are those of its words, whatever separates them', () => {
    for (const separator of [
      '-',
      '“',
      '’',
      '…',
      '—',
      '•',
      '─',
      '≠',
      '→',
      '\u00a0',
      '\u2028',
      '=',
    ]) {
      expect(termsOf(`refund${separator}policy`)).toEqual(termsOf('refund policy'));
    }
    for (const letter of ['é', 'ß', '²', 'µ', 'ª', '\u212a']) {
      expect(isFound('refund policy', `refund${letter}`)).toBe(false);
      expect(isFound(`refund${letter}policy`, `refund${letter}policy`)).toBe(true);
    }
  });

  it('tell parts apart that no word has', () => {
    expect(isFound('the refund was paid', 'fund')).toBe(true);
    expect(isFound('the refund was paid', 'und')).toBe(true);
    expect(isFound('the refund was paid', 'refunds')).toBe(false);
    expect(isFound('the refund was paid', 'unr')).toBe(false);
    expect(isFound('größe', 'GROSSE')).toBe(true);
    expect(isFound('größe', 'ose')).toBe(false);
  });

  it('are not all there is of words that are too long', () => {
    const take = () => undefined;
    expect(takeTerms('z'.repeat(256), take)).toBe(true);
    expect(takeTerms('z'.repeat(257), take)).toBe(false);
    expect(takeTerms(`${'z'.repeat(250)}éé東京`, take)).toBe(true);
    expect(isFound(`${'z'.repeat(300)}東京`, '東京')).toBe(true);
  });
});

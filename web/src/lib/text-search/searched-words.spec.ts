import { findWords, hasWord, readSearchedWords } from './searched-words.js';

/** Returns what a search finds in a text. */
function find(text: string, search: string): string[] {
  return findWords(text, readSearchedWords(search)).map(([start, end]) => text.slice(start, end));
}

describe('searched words', () => {
  it('are words, parts of words and phrases in double quotes', () => {
    expect(readSearchedWords(' refund  "Late Order" REFUND ')).toEqual(['refund', 'late order']);
    expect(readSearchedWords('"not closed')).toEqual(['not closed']);
    expect(readSearchedWords(' "" ')).toEqual([]);
    expect(readSearchedWords(undefined)).toEqual([]);
  });

  it('are found regardless of case and accents', () => {
    expect(find('Refund, refunds and a REFÜND', 'refund')).toEqual(['Refund', 'refund', 'REFÜND']);
    expect(find('no refund', 'Réfund')).toEqual(['refund']);
  });

  it('are found where folding changes the length of the text', () => {
    expect(find('Die Straße ist lang', 'strasse')).toEqual(['Straße']);
    expect(find('e\u0301te\u0301, cafe\u0301 noir', '"cafe noir"')).toEqual(['cafe\u0301 noir']);
    expect(find('ΟΔΟΣ, οδός', 'οδοσ')).toEqual(['ΟΔΟΣ', 'οδός']);
  });

  it('are joined where they overlap', () => {
    expect(find('two refunds', 'refund refunds fun')).toEqual(['refunds']);
    expect(find('aaaa', 'aa')).toEqual(['aa', 'aa']);
  });

  it('are nowhere without a search', () => {
    expect(findWords('anything', [])).toEqual([]);
    expect(hasWord('anything', [])).toBe(false);
    expect(hasWord('Anything', ['thing'])).toBe(true);
  });
});

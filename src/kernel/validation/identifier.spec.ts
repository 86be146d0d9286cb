import { isIdentifier, requireIdentifier } from './identifier.js';

describe('identifiers', () => {
  it.each(['a', '0', 'ab', 'a-b', 'a_b', 'a--__b', '0-0', 'a'.repeat(1024)])('take %j', (text) => {
    expect(isIdentifier(text)).toBe(true);
    expect(requireIdentifier(text, 'name')).toBe(text);
  });

  it.each([
    '',
    ' ',
    '-a',
    'a-',
    '_a',
    'a_',
    'A',
    'aB',
    'a b',
    'a\n',
    '\na',
    'é',
    'ａ',
    '名',
    '٣',
    '😀',
  ])('refuse %j', (text) => {
    expect(isIdentifier(text)).toBe(false);
    expect(() => requireIdentifier(text, 'name')).toThrow('The name must consist of');
  });

  it('refuse every punctuation mark', () => {
    for (const mark of '!"#$%&\'()*+,./:;<=>?@[\\]^`{|}~') {
      expect(isIdentifier(`a${mark}b`)).toBe(false);
    }
  });

  it('quickly refuse names that are too long for an index', () => {
    expect(isIdentifier('a'.repeat(1025))).toBe(false);
    expect(isIdentifier('-'.repeat(50_000_000))).toBe(false);
  });
});

import fc from 'fast-check';
import { diffTexts, LINE_LIMIT, WORD_LIMIT } from './diff-texts.js';

/** The difference in one line: `[-removed-]` and `{+added+}`. */
function written(before: string, after: string): string {
  return diffTexts(before, after)
    .parts.map(({ kind, text }) =>
      kind === 'removed' ? `[-${text}-]` : kind === 'added' ? `{+${text}+}` : text,
    )
    .join('');
}

describe('diffTexts', () => {
  it('compares words', () => {
    expect(written('Paris is the capital of France.', 'Paris is a city of France.')).toBe(
      'Paris is [-the capital-]{+a city+} of France.',
    );
  });

  it('finds no difference between equal texts', () => {
    expect(diffTexts('same', 'same')).toEqual({
      parts: [{ kind: 'same', text: 'same' }],
      grain: 'words',
    });
    expect(diffTexts('', '').parts).toEqual([]);
  });

  it('marks everything if one of them is empty', () => {
    expect(written('', 'all new')).toBe('{+all new+}');
    expect(written('all gone', '')).toBe('[-all gone-]');
  });

  it('tells apart words without spaces between them', () => {
    expect(written('東京は日本の首都です。', '京都は日本の古都です。')).toMatch(/日本の/);
    expect(written('Москва столица России', 'Москва город России')).toBe(
      'Москва [-столица-]{+город+} России',
    );
  });

  it('keeps line breaks and spaces, which count', () => {
    expect(written('one two\nthree', 'one  two\nthree')).toBe('one[- -]{+  +}two\nthree');
  });

  it('shows texts with almost nothing in common one after the other', () => {
    expect(written('the cat sat on a mat', 'every morning, the postman whistles a tune')).toBe(
      '[-the cat sat on a mat-]{+every morning, the postman whistles a tune+}',
    );
  });

  it('compares long texts by line, and longer ones not at all', () => {
    const line = 'all work and no play makes a dull text\n';
    const long = line.repeat(Math.ceil(WORD_LIMIT / line.length));
    expect(diffTexts(long, `${long}and one more\n`)).toEqual({
      grain: 'lines',
      parts: [
        { kind: 'same', text: long },
        { kind: 'added', text: 'and one more\n' },
      ],
    });
    const huge = 'x'.repeat(LINE_LIMIT);
    expect(diffTexts(huge, `${huge}y`).grain).toBe('none');
  });

  it('gives up in time on long texts without a common line', () => {
    const lines = (word: string) =>
      Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`).join('\n');
    const startedAt = performance.now();
    expect(diffTexts(lines('a'), lines('b')).parts).toHaveLength(2);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('always reproduces both texts', () => {
    const text = fc
      .array(fc.constantFrom('a', 'bc', ' ', '\n', 'é', '語', '🙂', '.'))
      .map((list) => list.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { parts } = diffTexts(before, after);
        const without = (kind: string) =>
          parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('');
        expect(without('added')).toBe(before);
        expect(without('removed')).toBe(after);
      }),
    );
  });
});

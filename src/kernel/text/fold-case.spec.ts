import { foldCase } from './fold-case.js';

describe('foldCase', () => {
  it.each([
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['ПРОЕКТ', 'проект'],
    ['É', 'e\u0301'],
    ['ＡＢＣ', 'ａｂｃ'],
  ])('folds %s and %s to the same text', (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
  });

  it('folds a part of a text like the whole text', () => {
    expect(foldCase('ΟΔΟΣ ΑΛΦΑ')).toContain(foldCase('δος'));
    expect(foldCase('ΟΔΟΣ')).toContain(foldCase('Σ'));
  });

  it('does not change symbols and scripts without case', () => {
    expect(foldCase('100%_プロジェクト/🚀')).toBe('100%_プロジェクト/🚀');
  });
});

import { foldCase } from './fold-case.js';

describe('foldCase', () => {
  it.each([
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['ПРОЕКТ', 'проект'],
    ['É', 'e\u0301'],
    ['ＡＢＣ', 'ａｂｃ'],
  ])('makes %s and %s the same', (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
  });

  it('folds a part like the whole', () => {
    expect(foldCase('ΟΔΟΣ ΑΛΦΑ')).toContain(foldCase('δος'));
    expect(foldCase('ΟΔΟΣ')).toContain(foldCase('Σ'));
  });

  it('leaves symbols and scripts without case alone', () => {
    expect(foldCase('100%_プロジェクト/🚀')).toBe('100%_プロジェクト/🚀');
  });
});

import { judgeValue } from './annotation-scale.js';

const scale = {
  isHigherBetter: true,
  low: 0,
  high: 10,
  scores: new Map([
    ['right', 10],
    ['wrong', 0],
  ]),
};
const judge = (value: { score?: number; label?: string }, given = scale) =>
  judgeValue(given, { score: null, label: null, ...value });

describe('a value on a scale', () => {
  it.each([
    [0, 'bad'],
    [5, undefined],
    [8, 'good'],
    [20, 'good'],
  ])('with the score %d is %s', (score, quality) => {
    expect(judge({ score })).toBe(quality);
  });

  it('is judged the other way round if lower scores are better', () => {
    expect(judge({ score: 0 }, { ...scale, isHigherBetter: false })).toBe('good');
  });

  it('is judged by its label if it has no score', () => {
    expect(judge({ label: 'wrong' })).toBe('bad');
    expect(judge({ label: 'unheard of' })).toBeUndefined();
  });

  it('is judged by a threshold if the ends are the same', () => {
    const threshold = { ...scale, low: 5, high: 5 };
    expect([4, 5].map((score) => judge({ score }, threshold))).toEqual(['bad', 'good']);
  });

  it('is not judged without a scale', () => {
    expect(judgeValue(undefined, { score: 1, label: null })).toBeUndefined();
  });
});

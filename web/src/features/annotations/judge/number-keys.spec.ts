import type { AnnotationConfig } from '../configs/api/annotation-configs.js';
import { listDigits, readDigit, toggleChoice } from './number-keys.js';

const BASE = {
  id: 'config-1',
  name: 'quality',
  description: null,
  optimizationDirection: 'MAXIMIZE',
} as const;
const LABELS: AnnotationConfig = {
  ...BASE,
  __typename: 'CategoricalAnnotationConfig',
  values: [
    { label: 'good', score: 1 },
    { label: 'bad', score: 0 },
  ],
};
const TEXT: AnnotationConfig = {
  ...BASE,
  __typename: 'FreeformAnnotationConfig',
  lowerBound: null,
  upperBound: null,
  threshold: null,
};
const scale = (lowerBound: number | null, upperBound: number | null): AnnotationConfig => ({
  ...BASE,
  __typename: 'ContinuousAnnotationConfig',
  lowerBound,
  upperBound,
});

describe('number keys', () => {
  it.each([
    ['labels', LABELS, [1, 2]],
    ['a scale from 1 to 5', scale(1, 5), [1, 2, 3, 4, 5]],
    ['a scale from 0 to 9', scale(0, 9), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['a scale from 3 to 5', scale(3, 5), [3, 4, 5]],
    ['a scale that needs two digits', scale(1, 10), []],
    ['scores between 0 and 1, which are fractions', scale(0, 1), []],
    ['negative scores', scale(-2, 2), []],
    ['fractional bounds', scale(0.5, 4.5), []],
    ['a scale without an end', scale(1, null), []],
    ['a text', TEXT, []],
  ])('are known for %s', (_case, config, digits) => {
    expect(listDigits(config)).toEqual(digits);
  });

  it('give the label at their place, or the score with their name', () => {
    expect(readDigit(LABELS, 2)).toEqual({ label: 'bad', score: 0 });
    expect(readDigit(LABELS, 3)).toBeUndefined();
    expect(readDigit(scale(1, 5), 4)).toEqual({ label: null, score: 4 });
    expect(readDigit(scale(1, 5), 6)).toBeUndefined();
  });

  it('remove a value that is chosen again', () => {
    const four = { label: null, score: 4 };
    expect(toggleChoice({ ...four, explanation: 'why' }, four)).toEqual({
      label: null,
      score: null,
    });
    expect(toggleChoice({ label: null, score: 3, explanation: null }, four)).toEqual(four);
  });
});

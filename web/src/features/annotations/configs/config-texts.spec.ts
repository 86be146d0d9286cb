import { describeValues } from './config-texts.js';

const common = { id: 'x', name: 'x', description: null, optimizationDirection: null };

describe('the texts about a config', () => {
  it('name the values that annotators can give', () => {
    const values = [
      { label: 'good', score: 1 },
      { label: 'bad', score: null },
    ];
    const unbounded = { ...common, lowerBound: null, upperBound: null };
    expect(describeValues({ __typename: 'CategoricalAnnotationConfig', ...common, values })).toBe(
      'good (1), bad',
    );
    expect(describeValues({ __typename: 'ContinuousAnnotationConfig', ...unbounded })).toBe(
      'any score',
    );
    const text = { __typename: 'FreeformAnnotationConfig', ...unbounded } as const;
    expect(describeValues({ ...text, threshold: null })).toBe('any text');
    expect(describeValues({ ...text, lowerBound: 0, threshold: 0.5 })).toBe(
      'at least 0, threshold 0.5',
    );
  });
});

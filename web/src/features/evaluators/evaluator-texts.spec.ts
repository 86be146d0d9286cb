import type { OutputConfig } from './api/evaluator-fields.js';
import {
  describeDirection,
  describeOutputs,
  getLanguageLabel,
  listUses,
} from './evaluator-texts.js';

const common = { name: 'x', description: null } as const;
const LABELS: OutputConfig = {
  __typename: 'CategoricalOutputConfig',
  ...common,
  optimizationDirection: 'MAXIMIZE',
  values: [
    { label: 'good', score: 1 },
    { label: 'bad', score: null },
  ],
};
const SCORE: OutputConfig = {
  __typename: 'ContinuousOutputConfig',
  ...common,
  optimizationDirection: 'NONE',
  lowerBound: 0,
  upperBound: null,
};

describe('the texts about evaluators', () => {
  it('count what uses them', () => {
    expect(listUses({ datasetCount: 2, evaluationRuleCount: 1 })).toEqual(['2 datasets', '1 rule']);
    expect(listUses({ datasetCount: 0, evaluationRuleCount: 0 })).toEqual([]);
  });

  it('name what they can answer', () => {
    expect(describeOutputs([LABELS])).toBe('good (1), bad');
    expect(describeOutputs([SCORE])).toBe('score of at least 0');
    expect(describeOutputs([{ ...SCORE, lowerBound: null }])).toBe('any score');
    expect(describeOutputs([])).toBe('');
  });

  it('name the better scores', () => {
    expect(describeDirection([LABELS])).toBe('Higher');
    expect(describeDirection([SCORE])).toBeUndefined();
    expect(describeDirection([])).toBeUndefined();
  });

  it('name languages', () => {
    expect(['TYPESCRIPT' as const, 'PYTHON' as const].map(getLanguageLabel)).toEqual([
      'TypeScript',
      'Python',
    ]);
  });
});

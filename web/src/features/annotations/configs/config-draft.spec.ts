import { createLabel } from '../../../components/score-labels/label-draft.js';
import type { AnnotationConfig } from './api/annotation-configs.js';
import {
  type ConfigDraft,
  createDraft,
  findDraftProblems,
  findRefusedField,
  toConfigInput,
} from './config-draft.js';

const common = { id: 'x', name: 'quality', description: null, optimizationDirection: null };
const CATEGORICAL: AnnotationConfig = {
  __typename: 'CategoricalAnnotationConfig',
  ...common,
  description: 'How good?',
  optimizationDirection: 'MINIMIZE',
  values: [
    { label: 'good', score: 0.5 },
    { label: 'bad', score: null },
  ],
};
const CONTINUOUS: AnnotationConfig = {
  __typename: 'ContinuousAnnotationConfig',
  ...common,
  optimizationDirection: 'NONE',
  lowerBound: -1,
  upperBound: null,
};
const FREEFORM: AnnotationConfig = {
  __typename: 'FreeformAnnotationConfig',
  ...common,
  lowerBound: null,
  upperBound: 1e21,
  threshold: 0,
};

const draft = (given: Partial<ConfigDraft>): ConfigDraft => ({
  ...createDraft(),
  name: 'quality',
  ...given,
});

describe('the draft of a config', () => {
  it('becomes the same config again', () => {
    const { description, optimizationDirection } = CATEGORICAL;
    expect(toConfigInput(createDraft(CATEGORICAL))).toEqual({
      categorical: {
        name: 'quality',
        description,
        optimizationDirection,
        values: CATEGORICAL.values,
      },
    });
    expect(toConfigInput(createDraft(CONTINUOUS))).toEqual({
      continuous: {
        name: 'quality',
        description: null,
        optimizationDirection: 'NONE',
        lowerBound: -1,
        upperBound: null,
      },
    });
    expect(toConfigInput(createDraft(FREEFORM))).toEqual({
      freeform: {
        name: 'quality',
        description: null,
        optimizationDirection: 'NONE',
        lowerBound: null,
        upperBound: 1e21,
        threshold: 0,
      },
    });
  });

  it('leaves out empty labels and surrounding spaces', () => {
    const labels = [createLabel(' a '), createLabel(' '), createLabel('', '1')];
    expect(toConfigInput(draft({ name: ' x ', labels }))).toMatchObject({
      categorical: {
        name: 'x',
        values: [
          { label: 'a', score: null },
          { label: '', score: 1 },
        ],
      },
    });
  });

  it.each([
    ['1', 1],
    [' -0.5 ', -0.5],
    ['−2', -2],
    ['.5', 0.5],
    ['1.', 1],
    ['0,5', 0.5],
    ['1e3', 1000],
    ['', null],
  ])('reads %j as a number', (lowerBound, value) => {
    const typed = draft({ type: 'continuous', lowerBound });
    expect(findDraftProblems(typed)).toEqual({});
    expect(toConfigInput(typed)).toMatchObject({ continuous: { lowerBound: value } });
  });

  it.each(['x', '1 2', '1e999', 'NaN', 'Infinity', '0x1', '1.2.3', '--1'])(
    'finds that %j is not a number',
    (text) => {
      const problem = expect.stringContaining('Enter a number');
      const numbers = { lowerBound: text, upperBound: text, threshold: text };
      expect(findDraftProblems(draft({ type: 'continuous', ...numbers }))).toEqual({
        lowerBound: problem,
        upperBound: problem,
      });
      expect(findDraftProblems(draft({ type: 'freeform', ...numbers }))).toEqual({
        lowerBound: problem,
        upperBound: problem,
        threshold: problem,
      });
      const labels = [createLabel('good', '1'), createLabel('bad', text)];
      expect(findDraftProblems(draft({ labels, ...numbers }))).toEqual({
        labels: 'The score of “bad” is not a number.',
      });
    },
  );

  it('shows a refusal at the field that it is about', () => {
    const categorical = draft({});
    const continuous = draft({ type: 'continuous' });
    const taken = { code: 'CONFLICT', message: 'Annotation config "label" already exists.' };
    expect(findRefusedField(categorical, taken)).toBe('name');
    expect(findRefusedField(categorical, { message: 'Add at least one label.' })).toBe('labels');
    const bounds = { message: 'The lower bound must be less than the upper bound.' };
    expect(findRefusedField(continuous, bounds)).toBe('upperBound');
    for (const typed of [categorical, continuous]) {
      expect(findRefusedField(typed, { message: 'Not found.' })).toBeUndefined();
    }
  });
});

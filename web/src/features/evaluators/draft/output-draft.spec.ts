import { createLabel } from '../../../components/score-labels/label-draft.js';
import type { OutputConfig } from '../api/evaluator-fields.js';
import { createOutput, readOutputDraft, toOutputDraft } from './output-draft.js';

const LABELS: OutputConfig = {
  __typename: 'CategoricalOutputConfig',
  name: 'verdict',
  description: null,
  optimizationDirection: 'MAXIMIZE',
  values: [
    { label: 'yes', score: 1 },
    { label: 'no', score: null },
  ],
};
const RANGE: OutputConfig = {
  __typename: 'ContinuousOutputConfig',
  name: 'distance',
  description: 'Edits.',
  optimizationDirection: 'MINIMIZE',
  lowerBound: 0,
  upperBound: null,
};

describe('the output of an evaluator', () => {
  it('becomes the same output again', () => {
    const { __typename: _labels, ...categorical } = LABELS;
    expect(readOutputDraft(toOutputDraft(LABELS, 'verdict'), 'x')).toEqual({
      value: { categorical },
    });
    const { __typename: _range, ...continuous } = RANGE;
    expect(readOutputDraft(toOutputDraft(RANGE, 'distance'), 'x')).toEqual({
      value: { continuous },
    });
  });

  it('has the name of a new evaluator', () => {
    expect(readOutputDraft(toOutputDraft(RANGE, null), 'x')).toMatchObject({
      value: { continuous: { name: 'x' } },
    });
  });

  it('needs labels with texts, and scores that are numbers', () => {
    const read = (labels: ReturnType<typeof createLabel>[]) =>
      readOutputDraft(createOutput(labels), 'x');
    expect(read([])).toEqual({ problem: 'Add at least one label.' });
    expect(readOutputDraft(createOutput(), 'x')).toEqual({
      problem: 'Enter a text for each label.',
    });
    expect(read([createLabel('good', 'x')])).toEqual({
      problem: 'The score of “good” is not a number.',
    });
    expect(readOutputDraft({ ...toOutputDraft(RANGE, null), upperBound: 'x' }, 'y')).toEqual({
      problem: expect.stringContaining('Enter a number'),
    });
  });
});

import { joinConditions, quote } from '../../../lib/filter-language/write-condition.js';
import { suggestEvaluationConditions, suggestExperimentConditions } from './conditions.js';

describe('a suggested condition', () => {
  it('concerns the experiment it was chosen for', () => {
    const choices = suggestEvaluationConditions({
      index: 0,
      name: 'exact',
      score: 0.5,
      label: 'ok',
    });
    expect(choices.map(({ condition }) => condition)).toEqual([
      "experiments[0].evals['exact'].score == 0.5",
      "experiments[0].evals['exact'].score > 0.5",
      "experiments[0].evals['exact'].score < 0.5",
      "experiments[0].evals['exact'].label == 'ok'",
      "experiments[0].evals['exact'].label != 'ok'",
    ]);
  });

  it('compares other experiments with the base experiment', () => {
    const choices = suggestEvaluationConditions({ index: 2, name: 'exact', score: 1, label: null });
    expect(choices).toContainEqual({
      label: 'Score lower than in the base experiment',
      condition: "experiments[2].evals['exact'].score < experiments[0].evals['exact'].score",
    });
    expect(choices).toHaveLength(6);
  });

  it('exists for a whole experiment', () => {
    expect(suggestExperimentConditions(0, ['exact'])).toEqual([
      { label: 'The run failed', condition: 'experiments[0].error is not None' },
    ]);
    expect(suggestExperimentConditions(1, ["it's"]).map(({ condition }) => condition)).toEqual([
      'experiments[1].error is not None',
      'experiments[1].latency_ms > experiments[0].latency_ms',
      'experiments[1].evals["it\'s"].score < experiments[0].evals["it\'s"].score',
    ]);
  });
});

describe('two conditions', () => {
  it('are joined with “and”', () => {
    expect(joinConditions('', 'a == 1')).toBe('a == 1');
    expect(joinConditions('a == 1', 'b == 2')).toBe('a == 1 and b == 2');
    expect(joinConditions('a == 1 or c == 3', 'b == 2')).toBe('(a == 1 or c == 3) and b == 2');
  });

  it('become one if they are equal', () => {
    expect(joinConditions('a == 1', 'a == 1')).toBe('a == 1');
  });
});

describe('a string in a condition', () => {
  it.each([
    ['exact', "'exact'"],
    ['Güte 🙂', "'Güte 🙂'"],
    ["it's", `"it's"`],
    ['a "b"', `'a "b"'`],
    ['back\\slash', '"back\\\\slash"'],
    ['two\nlines', '"two\\nlines"'],
  ])('quotes %j as %s', (text, written) => expect(quote(text)).toBe(written));
});

import { bothConditions, evaluationConditions, experimentConditions, quote } from './conditions.js';

describe('a condition of one click', () => {
  it('is about the value of the experiment it was pressed at', () => {
    const choices = evaluationConditions({ index: 0, name: 'exact', score: 0.5, label: 'ok' });
    expect(choices.map(({ condition }) => condition)).toEqual([
      "experiments[0].evals['exact'].score == 0.5",
      "experiments[0].evals['exact'].score > 0.5",
      "experiments[0].evals['exact'].score < 0.5",
      "experiments[0].evals['exact'].label == 'ok'",
      "experiments[0].evals['exact'].label != 'ok'",
    ]);
  });

  it('measures by the base what is not the base', () => {
    const choices = evaluationConditions({ index: 2, name: 'exact', score: 1, label: null });
    expect(choices).toContainEqual({
      label: 'Score lower than the base',
      condition: "experiments[2].evals['exact'].score < experiments[0].evals['exact'].score",
    });
    expect(choices).toHaveLength(6);
  });

  it('is there for a whole experiment', () => {
    expect(experimentConditions(0, ['exact'])).toEqual([
      { label: 'Failed', condition: 'experiments[0].error is not None' },
    ]);
    expect(experimentConditions(1, ["it's"]).map(({ condition }) => condition)).toEqual([
      'experiments[1].error is not None',
      'experiments[1].latency_ms > experiments[0].latency_ms',
      'experiments[1].evals["it\'s"].score < experiments[0].evals["it\'s"].score',
    ]);
  });
});

describe('two conditions', () => {
  it('hold together', () => {
    expect(bothConditions('', 'a == 1')).toBe('a == 1');
    expect(bothConditions('a == 1', 'b == 2')).toBe('a == 1 and b == 2');
    expect(bothConditions('a == 1 or c == 3', 'b == 2')).toBe('(a == 1 or c == 3) and b == 2');
  });

  it('that are the same are one', () => {
    expect(bothConditions('a == 1', 'a == 1')).toBe('a == 1');
  });
});

describe('a text in a condition', () => {
  it.each([
    ['exact', "'exact'"],
    ['Güte 🙂', "'Güte 🙂'"],
    ["it's", `"it's"`],
    ['a "b"', `'a "b"'`],
    ['back\\slash', '"back\\\\slash"'],
    ['two\nlines', '"two\\nlines"'],
  ])('%j is written %s', (text, written) => expect(quote(text)).toBe(written));
});

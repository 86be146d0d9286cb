import { getBuiltInLabel, getEvaluatorLabel, getKindLabel } from './evaluator-names.js';

describe('the names of evaluators', () => {
  it('are readable', () => {
    expect(getKindLabel('LLM')).toBe('LLM judge');
    expect(getEvaluatorLabel({ kind: 'CODE', name: 'regex' })).toBe('regex');
    expect(getEvaluatorLabel({ kind: 'BUILTIN', name: 'regex' })).toBe('Regular expression');
    expect(getBuiltInLabel('regex')).toBe('Regular expression');
    expect(getBuiltInLabel('later_one')).toBe('later_one');
  });
});

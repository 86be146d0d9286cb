import { RequestError } from '../../../lib/data/request-error.js';
import type { ChosenEvaluator } from '../api/rule-evaluators.js';
import {
  createRuleDraft,
  listRuleInputs,
  readRate,
  readRuleDraft,
  type RuleDraft,
  startInputs,
  toRuleProblems,
} from './rule-draft.js';

const CONTAINS: ChosenEvaluator = {
  __typename: 'BuiltInEvaluator',
  id: 'b1',
  name: 'contains',
  description: 'Checks for words.',
  kind: 'BUILTIN',
  inputSchema: {
    properties: { words: { type: 'string' }, text: { type: 'string' } },
    required: ['words', 'text'],
  },
};
const JUDGE: ChosenEvaluator = {
  __typename: 'LLMEvaluator',
  id: 'l1',
  name: 'is right',
  description: null,
  kind: 'LLM',
  inputSchema: { properties: { output: {}, reference: {} }, required: ['output', 'reference'] },
};

function read(part: Partial<RuleDraft>, evaluator = CONTAINS) {
  const specs = listRuleInputs(evaluator, 'SPAN');
  const draft = { ...createRuleDraft(), name: 'tone', evaluatorId: evaluator.id, ...part };
  const started = startInputs(evaluator, specs, undefined);
  const drafts = draft.inputs ?? {
    ...started,
    ...(started['words'] && { words: { ...started['words'], text: 'Paris' } }),
  };
  return readRuleDraft(draft, { drafts, specs });
}

describe('a rule as typed', () => {
  it('becomes a rule', () => {
    expect(read({ name: ' tone ', condition: ' a == 1 ', percent: '7', maxCost: '$2.5' })).toEqual({
      value: {
        name: 'tone',
        target: 'SPAN',
        condition: 'a == 1',
        samplingRate: 0.07,
        evaluatorId: 'b1',
        inputMapping: { literalMapping: { words: 'Paris' }, pathMapping: { text: 'output' } },
        maxEvaluationsPerDay: 1000,
        maxCostPerDay: 2.5,
        isEnabled: true,
      },
    });
    expect(read({ maxEvaluations: ' ' })).toMatchObject({
      value: { maxEvaluationsPerDay: null, maxCostPerDay: null },
    });
  });

  it('says which fields are wrong, all at once', () => {
    const problems = { maxEvaluations: '1.5', maxCost: 'much', percent: '101', name: ' ' };
    expect(read({ ...problems, evaluatorId: '' })).toEqual({
      problems: {
        name: 'Enter a name.',
        percent: 'Enter a percentage above 0 and up to 100.',
        evaluatorId: 'Choose an evaluator.',
        maxEvaluations: 'Enter a whole number, or nothing for no limit.',
        maxCost: 'Enter an amount such as 2.50, or nothing for no limit.',
      },
    });
    expect(read({ maxEvaluations: '-1' })).toMatchObject({
      problems: { maxEvaluations: 'Enter a whole number, or nothing for no limit.' },
    });
  });

  it('needs all variables of a prompt that a span does not have', () => {
    expect(read({}, JUDGE)).toEqual({
      problems: { inputs: 'Enter a path or a fixed value for reference.' },
    });
  });

  it.each([
    ['10', 0.1],
    ['0.1%', 0.001],
    ['100', 1],
    ['0', undefined],
    ['', undefined],
    ['ten', undefined],
  ])('has the percentage %s', (percent, rate) => expect(readRate(percent)).toBe(rate));

  it.each([
    ['A rule named "tone" already exists. Choose another name.', 'CONFLICT', 'name'],
    ['The name "note" is reserved for notes. Choose another name.', 'BAD_REQUEST', 'name'],
    ['Evaluator "x" not found.', 'NOT_FOUND', 'evaluatorId'],
    ['The price of the model "m" is not known.', 'BAD_REQUEST', 'maxCost'],
    ['The path "a[" of "text" is not a path.', 'UNPROCESSABLE', 'inputs'],
    ['This project has 50 rules already.', 'CONFLICT', 'rule'],
  ])('shows “%s” at its field', (message, code, field) =>
    expect(toRuleProblems(new RequestError(message, { code }))).toEqual({ [field]: message }),
  );

  it('shows a mistake with a position at the condition', () => {
    const message = 'Expected a value (at character 5).';
    const error = new RequestError(message, { code: 'BAD_REQUEST', position: 5 });
    expect(toRuleProblems(error)).toEqual({ condition: message });
  });
});

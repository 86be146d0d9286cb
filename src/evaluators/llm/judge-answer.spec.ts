import { readJudgment } from './judge-answer.js';

const OUTPUT = {
  type: 'CATEGORICAL' as const,
  name: 'verdict',
  description: null,
  optimizationDirection: 'MAXIMIZE' as const,
  values: [
    { label: 'right', score: 1 },
    { label: 'wrong', score: 0 },
  ],
};

const call = (args: string) => ({
  text: '',
  toolCalls: [{ id: '1', name: 'record_evaluation', arguments: args }],
});

describe('the answer of a model that evaluates', () => {
  it('is the call of a tool, with a label and an explanation', () => {
    const args = '{"explanation":"It is Paris.","label":"right"}';
    const expected = { label: 'right', score: 1, explanation: 'It is Paris.' };
    expect(readJudgment(call(args), OUTPUT)).toEqual(expected);
  });

  it('may name the label like the output, or be JSON or a plain label', () => {
    const wrong = { label: 'wrong', score: 0, explanation: null };
    expect(readJudgment(call('{"verdict":"wrong"}'), OUTPUT)).toEqual(wrong);
    expect(readJudgment({ text: '{"label":"wrong"}', toolCalls: [] }, OUTPUT)).toEqual(wrong);
    expect(readJudgment({ text: ' Wrong\n', toolCalls: [] }, OUTPUT)).toEqual(wrong);
  });

  it.each(['{"label":"maybe"}', '{"label":{"__proto__":"right"}}', '{"constructor":"right"}', '{'])(
    'is refused if it has no known label: %s',
    (args) => {
      expect(() => readJudgment(call(args), OUTPUT)).toThrow('The model answered');
    },
  );
});

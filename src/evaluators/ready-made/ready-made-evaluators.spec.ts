import { listReadyMade, toMessages } from './ready-made-evaluators.js';

describe('ready-made evaluators', () => {
  it('have different names', () => {
    const names = listReadyMade([]).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(listReadyMade([]).map((evaluator) => [evaluator.name, evaluator] as const))(
    '%s names its data and labels in its prompt',
    (_, evaluator) => {
      const [instructions, data] = toMessages(evaluator).map(({ content }) => content);
      for (const { label } of evaluator.choices) expect(instructions).toContain(`- ${label}:`);
      for (const name of Object.keys(evaluator.data)) expect(data).toContain(`{{${name}}}`);
      const labels = new Set(evaluator.choices.map(({ label }) => label));
      expect(labels.size).toBe(evaluator.choices.length);
    },
  );

  it('can be chosen by area', () => {
    const found = listReadyMade(['agents', 'code']).map(({ name }) => name);
    expect(found).toEqual(['sql_correctness', 'tool_selection', 'tool_arguments']);
    expect(listReadyMade(['unknown'])).toEqual([]);
  });
});

import type { PromptVersionContent } from '../../prompts/versions/prompt-requests.service.js';
import { withEvaluationTool } from './evaluation-tool.js';

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
const VERSION = { tools: null, responseFormat: null } as PromptVersionContent;

describe('the tool of a judge', () => {
  it('takes one of the labels, after an explanation, and nothing else', () => {
    const { tools } = withEvaluationTool(VERSION, OUTPUT);
    const parameters = {
      type: 'object',
      properties: {
        explanation: { type: 'string', description: 'Why the label fits, in a few sentences.' },
        label: { type: 'string', enum: ['right', 'wrong'], description: 'The label that fits.' },
      },
      required: ['explanation', 'label'],
      additionalProperties: false,
    };
    expect(tools).toMatchObject({
      tools: [{ type: 'function', function: { name: 'record_evaluation', parameters } }],
      tool_choice: { type: 'specific_function', function_name: 'record_evaluation' },
    });
    const text = JSON.stringify(tools);
    expect(text.indexOf('"explanation":')).toBeLessThan(text.indexOf('"label":'));
  });

  it('is described like the output', () => {
    const { tools } = withEvaluationTool(VERSION, { ...OUTPUT, description: 'Is it right?' });
    expect(JSON.stringify(tools)).toContain('"description":"Is it right?"');
  });
});

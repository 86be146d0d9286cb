import { previewInput, previewOutput } from './previews.js';

describe('the preview', () => {
  const instructed = {
    llm: { input_messages: [{ message: { role: 'system', content: 'Be kind.' } }] },
  };

  it('of what was asked is not what the system says, unless there is nothing else', () => {
    const request = { ...instructed, input: { value: '{"system":"Be kind.","prompt":"Why?"}' } };
    expect(previewInput(request, 'AGENT')).toBe('Why?');
    expect(previewInput(instructed, 'LLM')).toBe('Be kind.');
    expect(previewInput({}, 'LLM')).toBeNull();
  });

  it('of the result of a tool is its text', () => {
    const output = { value: '[{"text":"sunny"},{"type":"text","text":"22 degrees"}]' };
    expect(previewOutput({ output }, 'TOOL')).toBe('sunny\n22 degrees');
    const days = { value: '[{"day":1,"text":"sunny"}]' };
    expect(previewOutput({ output: days }, 'TOOL')).toBe(days.value);
  });
});

import { readPairTexts } from './pair-texts.js';

const chat = (answer: string, temperature: number): string =>
  JSON.stringify({
    input: { value: 'raw' },
    llm: {
      input_messages: [{ message: { role: 'user', content: 'Hi' } }],
      output_messages: [{ message: { role: 'assistant', content: answer } }],
      tools: [{ tool: { json_schema: '{"name": "search", "description": "Finds pages"}' } }],
      invocation_parameters: `{"temperature": ${temperature}}`,
    },
  });

describe('the texts of two spans', () => {
  it('are the messages, tools and parameters of models', () => {
    const [input, output, tools, parameters] = readPairTexts(chat('Hello', 0), chat('Bye', 1));
    expect(input).toEqual({ title: 'Input', base: 'User:\nHi', other: 'User:\nHi' });
    expect(output).toMatchObject({ base: 'Assistant:\nHello', other: 'Assistant:\nBye' });
    expect(tools?.base).toContain('search\nFinds pages');
    expect(parameters).toMatchObject({
      base: '{\n  "temperature": 0\n}',
      other: '{\n  "temperature": 1\n}',
    });
  });

  it('are the values of other spans, with JSON in lines and numbers unchanged', () => {
    const step = (value: unknown) => JSON.stringify({ output: { value } });
    expect(readPairTexts(step('{"id":12345678901234567890}'), step('plain'))).toEqual([
      { title: 'Output', base: '{\n  "id": 12345678901234567890\n}', other: 'plain' },
    ]);
  });

  it('are those of one span if the other is missing, and none if there are none', () => {
    const step = JSON.stringify({ input: { value: 'x' } });
    expect(readPairTexts(step, undefined)).toEqual([
      { title: 'Input', base: 'x', other: undefined },
    ]);
    expect(readPairTexts('{}', '{}')).toEqual([]);
  });
});

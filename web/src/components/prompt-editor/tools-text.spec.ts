import { parseExactJson, printExactJson } from '../../lib/json/exact-json.js';
import { listFunctionChoices, NO_TOOLS, readToolsDraft, toToolsDraft } from './tools-text.js';

const WEATHER = '{"type":"function","function":{"name":"weather","parameters":{"z":1.0,"a":2}}}';
const SEARCH = '{"type":"web_search","max_uses":12345678901234567890}';

const stored = (rest: string) =>
  `{"type":"tools","tools":[${WEATHER},{"type":"raw","raw":${SEARCH}}]${rest}}`;

describe('tools in the editor', () => {
  it.each([
    '',
    ',"tool_choice":{"type":"none"}',
    ',"tool_choice":{"type":"specific_function","function_name":"weather"}',
    ',"tool_choice":{"type":"one_or_more"},"disable_parallel_tool_calls":true',
    ',"disable_parallel_tool_calls":false',
  ])('come back as they were stored: %j', (rest) => {
    const reading = readToolsDraft(toToolsDraft(parseExactJson(stored(rest))));
    expect(reading).not.toHaveProperty('problem');
    expect('value' in reading && printExactJson(reading.value, 0)).toBe(stored(rest));
  });

  it('appear in the provider’s format', () => {
    const { text } = toToolsDraft(parseExactJson(stored('')));
    expect(parseExactJson(text)).toEqual([parseExactJson(WEATHER), parseExactJson(SEARCH)]);
    const anthropic = '[{"name":"weather","input_schema":{}}]';
    expect(readToolsDraft({ ...NO_TOOLS, text: anthropic })).toEqual({
      value: {
        type: 'tools',
        tools: [{ type: 'raw', raw: { name: 'weather', input_schema: {} } }],
      },
    });
  });

  it('are optional', () => {
    for (const text of ['', ' \n', '[]']) {
      expect(readToolsDraft({ ...NO_TOOLS, text })).toEqual({ value: null });
    }
    expect(toToolsDraft(undefined)).toEqual(NO_TOOLS);
  });

  it.each([
    ['{', /Tools: Line 1/],
    ['{}', /list/],
    ['[1]', /Tool 1 must be an object/],
  ])('are refused as %j', (text, problem) => {
    expect(readToolsDraft({ ...NO_TOOLS, text })).toEqual({
      problem: expect.stringMatching(problem),
    });
  });

  it('offer their functions as choices, as far as they are readable', () => {
    expect(listFunctionChoices(`[${WEATHER},${WEATHER},${SEARCH},5]`)).toEqual([
      { value: 'function:weather', label: 'Only weather' },
    ]);
    expect(listFunctionChoices('[{')).toEqual([]);
    expect(listFunctionChoices('5')).toEqual([]);
  });
});

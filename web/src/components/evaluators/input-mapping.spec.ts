import { ExactNumber } from '../../lib/json/exact-json.js';
import { createInputs, readInputDrafts, toInputDrafts } from './input-mapping.js';
import { type InputSpec, listSchemaInputs, listVariableInputs } from './input-specs.js';

const SPECS: InputSpec[] = listSchemaInputs({
  properties: {
    words: { type: 'string' },
    text: { type: 'string' },
    expected: {},
    strict: { type: 'boolean', default: false },
  },
  required: ['words', 'text', 'expected'],
});

const mapping = (literalMapping: object, pathMapping: object) => ({ literalMapping, pathMapping });

describe('the mapping of inputs', () => {
  it('starts with the usual paths, and asks for the other values', () => {
    const inputs = createInputs(SPECS);
    expect(readInputDrafts(inputs, SPECS)).toEqual({ problem: 'Enter a value for words.' });
    const words = { ...inputs['words']!, text: 'a, b' };
    expect(readInputDrafts({ ...inputs, words }, SPECS)).toEqual({
      value: mapping({ words: 'a, b' }, { text: 'output', expected: 'reference' }),
    });
  });

  it('has no path to what the evaluator does not see', () => {
    const schema = { properties: { expected: { type: 'string' } }, required: ['expected'] };
    expect(createInputs(listSchemaInputs(schema, ['output']))).toMatchObject({
      expected: { source: 'text', path: '' },
    });
    const variables = listVariableInputs(['reference', 'output'], ['output']).map((spec) => ({
      ...spec,
      isRequired: true,
    }));
    expect(readInputDrafts({}, variables)).toEqual({
      problem: 'Enter a path or a fixed value for reference.',
    });
  });

  it('becomes the same mapping again', () => {
    const stored = mapping(
      { words: 'a', expected: { n: new ExactNumber('1.0') }, strict: true },
      { text: 'output.answer' },
    );
    expect(readInputDrafts(toInputDrafts(stored, SPECS), SPECS)).toEqual({ value: stored });
    const other = mapping({ expected: 'a text', words: ['a', 'b'], text: '5' }, {});
    expect(readInputDrafts(toInputDrafts(other, SPECS), SPECS)).toEqual({ value: other });
  });

  it('leaves out the variables of a prompt without a path', () => {
    const specs = listVariableInputs(['output', 'tools']);
    const stored = mapping({}, { tools: ' metadata.tools ', gone: 'input' });
    expect(readInputDrafts(toInputDrafts(stored, specs), specs)).toEqual({
      value: mapping({}, { tools: 'metadata.tools' }),
    });
    expect(readInputDrafts({}, specs)).toEqual({ value: mapping({}, {}) });
  });

  it('names the input whose value is missing or is not JSON', () => {
    const inputs = toInputDrafts(mapping({ words: 'a', expected: 1 }, {}), SPECS);
    expect(readInputDrafts(inputs, SPECS)).toEqual({
      problem: 'Enter a path or a fixed value for text.',
    });
    const expected = { ...inputs['expected']!, json: '{' };
    const text = { ...inputs['text']!, path: 'output' };
    expect(readInputDrafts({ ...inputs, text, expected }, SPECS)).toEqual({
      problem: expect.stringMatching(/^Value of expected: Line 1: /),
    });
  });
});

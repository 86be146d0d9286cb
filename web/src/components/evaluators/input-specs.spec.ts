import { listSchemaInputs, listVariableInputs } from './input-specs.js';

describe('the inputs of an evaluator', () => {
  it('come from its schema, switches last', () => {
    const schema = {
      properties: {
        strict: { type: 'boolean', default: true, description: 'Whether it is strict.' },
        words: { anyOf: [{ type: 'string' }, { type: 'array' }] },
        expected: {},
      },
      required: ['words'],
    };
    const members = ['input'];
    expect(listSchemaInputs(schema, members)).toEqual([
      {
        name: 'words',
        description: undefined,
        kind: 'text',
        isRequired: true,
        isOnByDefault: false,
        members,
      },
      {
        name: 'expected',
        description: undefined,
        kind: 'json',
        isRequired: false,
        isOnByDefault: false,
        members,
      },
      {
        name: 'strict',
        description: 'Whether it is strict.',
        kind: 'switch',
        isRequired: false,
        isOnByDefault: true,
        members,
      },
    ]);
    expect(listSchemaInputs(null)).toEqual([]);
  });

  it('are the variables of a prompt, which can have any value', () => {
    expect(listVariableInputs(['a'])).toMatchObject([
      { name: 'a', kind: 'any', isRequired: false },
    ]);
  });
});

import { flattenAttributes, searchAttributes, omitPaths } from './flatten.js';

const attributes = {
  llm: { model_name: 'm-1', input_messages: [{ message: { role: 'user' } }] },
  tag: { tags: ['a', 'b'] },
  metadata: {},
};

describe('flattenAttributes', () => {
  it('gives every leaf its dotted path and keeps lists of scalars whole', () => {
    expect(flattenAttributes(attributes)).toEqual([
      { path: 'llm.model_name', value: 'm-1' },
      { path: 'llm.input_messages.0.message.role', value: 'user' },
      { path: 'tag.tags', value: ['a', 'b'] },
      { path: 'metadata', value: {} },
    ]);
    expect(flattenAttributes('text')).toEqual([]);
  });

  it('searches paths and values', () => {
    const rows = flattenAttributes(attributes);
    expect(searchAttributes(rows, 'ROLE').map((row) => row.path)).toEqual([
      'llm.input_messages.0.message.role',
    ]);
    expect(searchAttributes(rows, 'm-1').map((row) => row.path)).toEqual(['llm.model_name']);
    expect(searchAttributes(rows, ' ')).toBe(rows);
    const escaped = flattenAttributes({ input: { value: '{"q": "gr\\u00f6\\u00dfe"}' } });
    expect(searchAttributes(escaped, 'größe')).toEqual(escaped);
  });
});

describe('omitPaths', () => {
  it('leaves out paths shown elsewhere', () => {
    expect(omitPaths(attributes, ['llm.input_messages', 'metadata'])).toEqual({
      llm: { model_name: 'm-1' },
      tag: { tags: ['a', 'b'] },
    });
    expect(omitPaths({ input: { value: 'x' } }, ['input.value'])).toBeUndefined();
  });
});

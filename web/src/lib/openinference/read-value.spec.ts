import { readValue } from './read-value.js';

describe('readValue', () => {
  it('reads text and JSON by their type', () => {
    const attributes = {
      input: { value: 'hi' },
      output: { value: '{"a":1}', mime_type: 'application/json' },
    };
    expect(readValue(attributes, 'input')).toEqual({ mimeType: 'text', value: 'hi' });
    expect(readValue(attributes, 'output')).toEqual({ mimeType: 'json', value: '{"a":1}' });
  });

  it('treats a structure as JSON and keeps numbers unchanged', () => {
    expect(readValue({ output: { value: { a: [1] } } }, 'output')?.mimeType).toBe('json');
    expect(readValue({ output: { value: 7 } }, 'output')).toEqual({ mimeType: 'text', value: '7' });
  });

  it('returns nothing for an empty or missing value', () => {
    expect(readValue({ input: { value: '' } }, 'input')).toBeNull();
    expect(readValue({}, 'input')).toBeNull();
  });
});

import { listPaths } from './list-paths.js';

describe('listPaths', () => {
  it('lists members, the first element of lists, and names that need quotes', () => {
    const input = { messages: [{ content: 'Hi', role: 'user' }, { tools: [] }], 'a b': 1, 'c"': 2 };
    expect(listPaths({ input, output: 'text' })).toEqual([
      'input',
      'input.messages',
      'input.messages[0]',
      'input.messages[0].content',
      'input.messages[0].role',
      'input["a b"]',
      `input['c"']`,
      'output',
    ]);
  });

  it('leaves out what no path can name', () => {
    expect(listPaths({ input: { [`"'`]: 1 } })).toEqual(['input']);
  });

  it('stops at a depth and at a number of paths', () => {
    const deep = { a: { a: { a: { a: { a: {} } } } } };
    expect(listPaths({ input: deep }).at(-1)).toBe('input.a.a.a.a');
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`n${at}`, at]));
    expect(listPaths({ input: wide })).toHaveLength(100);
  });
});

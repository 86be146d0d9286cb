import { parseJsonPath, valueAtPath } from './json-path.js';

const VALUE = {
  input: { messages: [{ content: 'Hi' }], 'two words': 1, 'a.b': 2 },
  output: null,
};

function read(path: string) {
  const steps = parseJsonPath(path);
  return steps && valueAtPath(VALUE, steps);
}

describe('a JSON path', () => {
  it.each([
    ['input.messages[0].content', 'Hi'],
    ['$.input.messages[0].content', 'Hi'],
    ['input["two words"]', 1],
    ["input['a.b']", 2],
    ['$', VALUE],
    ['', VALUE],
    ['output', null],
  ])('%s finds a value', (path, value) => {
    expect(read(path)).toEqual(value);
  });

  it.each([
    'input.messages[1]',
    'input.messages.length',
    'output.answer',
    'constructor.name',
    'input.__proto__',
    'input[0]',
  ])('%s leads to nothing', (path) => {
    expect(read(path)).toBeUndefined();
  });

  it.each(['a..b', 'a[', 'a[x]', 'a[-1]', 'a]', 'a.', 'a["b]'])('%s is not a path', (path) => {
    expect(parseJsonPath(path)).toBeNull();
  });
});

import { findInput, mapContext } from './input-mapping.js';

const CONTEXT = { input: { question: 'Capital?' }, output: { answer: 'Paris' }, reference: null };

describe('an input mapping', () => {
  it('prefers literals to paths, and paths to the context', () => {
    const mapping = {
      literalMapping: { expected: 'Rome' },
      pathMapping: { expected: 'output.answer', output: 'output.answer' },
    };
    expect(mapContext(CONTEXT, mapping)).toEqual({
      input: CONTEXT.input,
      output: 'Paris',
      reference: null,
      expected: 'Rome',
    });
  });

  it('finds nothing for an input that is not mapped', () => {
    const mapping = { literalMapping: {}, pathMapping: {} };
    expect(findInput('expected', CONTEXT, mapping)).toBeNull();
    expect(findInput('constructor', CONTEXT, mapping)).toBeNull();
  });

  it.each([
    ['output.text', 'The path "output.text" of "expected" leads to nothing.'],
    ['output[', 'The path "output[" of "expected" is not a path. Write one such as'],
  ])('names a path that cannot be used: %s', (path, message) => {
    const mapping = { literalMapping: {}, pathMapping: { expected: path } };
    expect(() => findInput('expected', CONTEXT, mapping)).toThrow(message);
  });
});

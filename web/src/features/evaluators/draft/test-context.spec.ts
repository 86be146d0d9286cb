import { EXAMPLE_CONTEXT, listContextPaths, readContext, toContext } from './test-context.js';

describe('the context of a test', () => {
  it('starts as a small example', () => {
    expect(readContext(EXAMPLE_CONTEXT)).toMatchObject({
      value: { output: { answer: 'Paris' }, reference: { answer: 'Paris' } },
    });
    expect(listContextPaths(EXAMPLE_CONTEXT)).toContain('output.answer');
  });

  it.each([
    ['[]', 'This must be an object'],
    ['{', 'Line 1'],
    ['{"outputs": 1}', 'Remove “outputs”. The members are input, output, reference, metadata.'],
  ])('is refused if it is %s', (text, problem) => {
    const reading = readContext(text);
    expect('problem' in reading && reading.problem).toContain(problem);
    expect(listContextPaths(text)).toEqual(['input', 'output', 'reference', 'metadata']);
  });

  it('can be an example of a dataset', () => {
    const revision = { input: { q: 1 }, output: 'a', metadata: {} };
    const context = toContext({ id: '1', externalId: null, revision });
    expect(readContext(context)).toEqual({
      value: { input: { q: 1 }, output: 'a', reference: 'a', metadata: {} },
    });
  });
});

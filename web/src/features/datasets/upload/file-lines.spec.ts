import { findLineNumber, readLinesAround } from './file-lines.js';

describe('readLinesAround', () => {
  const file = new File(
    [Array.from({ length: 5_000 }, (_, at) => `row ${at + 1}`).join('\r\n')],
    'a',
  );

  it.each([
    [1, [1, 2]],
    [3, [2, 3, 4]],
    [4_999, [4_998, 4_999, 5_000]],
    [5_000, [4_999, 5_000]],
    [9_000, []],
  ])('shows line %d with its neighbors', async (number, expected) => {
    const lines = await readLinesAround(file, number);
    expect(lines).toEqual(expected.map((at) => ({ number: at, text: `row ${at}` })));
  });

  it('shows the start of a long line', async () => {
    const [line] = await readLinesAround(new File(['\u20AC'.repeat(10_000)], 'a'), 1);
    expect(line?.text).toBe(`${'\u20AC'.repeat(300)}…`);
  });
});

describe('findLineNumber', () => {
  it.each([
    ['line 12: the text is not UTF-8', 12],
    ['line 3, column "meta": invalid JSON', 3],
    ['The example id of line 3002 is longer than 2000 bytes', 3002],
    ['Dataset name is required', undefined],
    ['outputs[3] is none', undefined],
  ])('finds it in %j', (refusal, number) => {
    expect(findLineNumber(refusal)).toBe(number);
  });
});

import { readRowNumber } from './row-number.js';

describe('the row number of a global ID', () => {
  it('is the number after its type', () => {
    expect(readRowNumber(btoa('Span:9'))).toBe(9);
    expect(readRowNumber(btoa('DatasetExample:10'))).toBe(10);
  });

  it.each(['', 'id-root', 'ä', btoa('Span:'), btoa('Secret:KEY'), btoa('Span:1:x')])(
    'is not in "%s"',
    (id) => {
      expect(readRowNumber(id)).toBeUndefined();
    },
  );
});

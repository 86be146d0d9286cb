import { formatCsvLine } from './csv.js';

describe('formatCsvLine', () => {
  it('quotes cells that need quotes', () => {
    expect(formatCsvLine(['a', 1, null, 'b,c', 'say "so"', 'two\nlines'])).toBe(
      'a,1,,"b,c","say ""so""","two\nlines"\r\n',
    );
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1+1',
    '\n=1',
    `=HYPERLINK("http://evil","x")`,
  ])('turns %j into plain text', (cell) => {
    expect(formatCsvLine([cell]).replace(/^"/, '')).toMatch(/^'/);
  });

  it('does not change text that merely contains such a character', () => {
    expect(formatCsvLine(['a=b', 'x@y.z', '2024-03-01'])).toBe('a=b,x@y.z,2024-03-01\r\n');
  });
});

import { csvLine } from './csv.js';

describe('csvLine', () => {
  it('quotes what has to be quoted', () => {
    expect(csvLine(['a', 1, null, 'b,c', 'say "so"', 'two\nlines'])).toBe(
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
  ])('makes text of %j', (cell) => {
    expect(csvLine([cell]).replace(/^"/, '')).toMatch(/^'/);
  });

  it('leaves text alone that only holds such a character', () => {
    expect(csvLine(['a=b', 'x@y.z', '2024-03-01'])).toBe('a=b,x@y.z,2024-03-01\r\n');
  });
});

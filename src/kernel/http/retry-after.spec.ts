import { readRetryAfter } from './retry-after.js';

const NOW = Date.parse('2026-03-01T10:00:00Z');

describe('readRetryAfter', () => {
  it.each([
    ['120', 120_000],
    [' 1.5 ', 1_500],
    ['Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    [null, null],
  ])('reads %j', (header, expected) => {
    expect(readRetryAfter(header, NOW)).toBe(expected);
  });
});

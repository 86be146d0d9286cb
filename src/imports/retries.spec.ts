import { BadRequestError } from '../common/errors/errors.js';
import { PassingError, readRetryAfter, Retries } from './retries.js';

describe('readRetryAfter', () => {
  const now = Date.parse('2026-03-01T10:00:00Z');

  it.each([
    [null, 0],
    ['', 0],
    ['2', 2_000],
    [' 120 ', 120_000],
    ['soon', 0],
    ['Sun, 01 Mar 2026 10:00:03 GMT', 3_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
  ])('reads %j as %i ms', (header, milliseconds) => {
    expect(readRetryAfter(header, now)).toBe(milliseconds);
  });
});

describe('Retries', () => {
  it('throws what does not pass at once', async () => {
    const error = new BadRequestError('No.');
    await expect(new Retries().pause(error)).rejects.toBe(error);
  });

  it('waits as long as the server asks, and longer each time', async () => {
    const retries = new Retries();
    const error = new PassingError(new BadRequestError('No.'), 700);
    const startedAt = performance.now();
    await retries.pause(error);
    expect(performance.now() - startedAt).toBeGreaterThan(690);
    await retries.pause(error);
    expect(performance.now() - startedAt).toBeGreaterThan(1_690);
  });
});

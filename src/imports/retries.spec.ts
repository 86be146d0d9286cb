import { BadRequestError } from '../kernel/errors/errors.js';
import { PassingError, Retries } from './retries.js';

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

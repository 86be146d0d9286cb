import { ADVISORY_LOCKS } from './advisory-locks.js';

describe('advisory locks', () => {
  it('have different numbers, of which the newest is the last and the highest', () => {
    const numbers = Object.values(ADVISORY_LOCKS);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
  });
});

import { ADVISORY_LOCKS } from './advisory-locks.js';

describe('advisory locks', () => {
  it('have different numbers', () => {
    const numbers = Object.values<number>(ADVISORY_LOCKS);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });
});

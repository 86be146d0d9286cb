import { describeUnpriced } from './describe-unpriced.contract.js';

describe('the sentence on calls without a price', () => {
  it.each([
    [0, 0, null],
    [300, 0, null],
    [300, 44, '44 of 300 calls not priced'],
    [1, 1, '1 of 1 calls not priced'],
    [1_234_567, 1_000, '1,000 of 1,234,567 calls not priced'],
  ])('says of %i calls, %i of them without a price: %p', (callCount, unpricedCount, text) => {
    expect(describeUnpriced(callCount, unpricedCount)).toBe(text);
  });
});

import { formatPrice } from './format-price.js';

describe('formatPrice', () => {
  it.each([
    [0, '0.00'],
    [8, '8.00'],
    [2.5, '2.50'],
    [0.0375, '0.0375'],
    [0.1 + 0.2, '0.30'],
    [0.000001, '0.000001'],
    [1234.5, '1,234.50'],
  ])('writes %d as %s', (usd, text) => expect(formatPrice(usd)).toBe(text));
});

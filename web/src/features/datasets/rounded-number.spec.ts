import { parseExactJson } from '../../lib/json/exact-json.js';
import { hasRoundedNumber } from './rounded-number.js';

describe('hasRoundedNumber', () => {
  it('finds integers that JavaScript has rounded, at any depth', () => {
    expect(hasRoundedNumber(JSON.parse('{"a": [1, {"id": 9007199254740993}]}'))).toBe(true);
    expect(hasRoundedNumber(JSON.parse('[-12345678901234567890]'))).toBe(true);
  });

  it('finds none in exact JSON or ordinary numbers', () => {
    expect(hasRoundedNumber(parseExactJson('{"id": 9007199254740993}'))).toBe(false);
    expect(hasRoundedNumber([9007199254740991, 0.1, 1.5e-9, 'x', null])).toBe(false);
  });
});

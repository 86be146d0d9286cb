import { ExactNumber } from '../../lib/json/exact-json.js';
import { isText, toValueExcerpt, toValueText } from './value-text.js';

describe('a value', () => {
  it('is read as text if it is text', () => {
    expect(toValueText('Paris')).toBe('Paris');
    expect(toValueText({ answer: 'Paris' })).toBe('Paris');
    expect(isText({ answer: 'Paris' })).toBe(true);
  });

  it('is read as JSON otherwise', () => {
    expect(toValueText({ answer: 'Paris', sure: true })).toBe(
      '{\n  "answer": "Paris",\n  "sure": true\n}',
    );
    expect(toValueText(['Paris'])).toBe('[\n  "Paris"\n]');
    expect(toValueText(0)).toBe('0');
    expect(toValueText(false)).toBe('false');
    expect(toValueText(new ExactNumber('12345678901234567890'))).toBe('12345678901234567890');
    expect(isText({ answer: 1 })).toBe(false);
  });

  it('is empty if missing', () => {
    expect(toValueText(null)).toBe('');
    expect(toValueText(undefined)).toBe('');
  });

  it('is cut to what a cell can show', () => {
    expect(toValueExcerpt('a'.repeat(100_000))).toHaveLength(2_001);
    expect(toValueExcerpt('a')).toBe('a');
    expect(toValueExcerpt({ a: 1, b: [2] }, 0)).toBe('{"a":1,"b":[2]}');
  });
});

import { ExactNumber } from '../../lib/json/exact-json.js';
import { isText, valueExcerpt, valueText } from './values.js';

describe('a value', () => {
  it('is read as text where it is text', () => {
    expect(valueText('Paris')).toBe('Paris');
    expect(valueText({ answer: 'Paris' })).toBe('Paris');
    expect(isText({ answer: 'Paris' })).toBe(true);
  });

  it('is read as JSON where it is more', () => {
    expect(valueText({ answer: 'Paris', sure: true })).toBe(
      '{\n  "answer": "Paris",\n  "sure": true\n}',
    );
    expect(valueText(['Paris'])).toBe('[\n  "Paris"\n]');
    expect(valueText(0)).toBe('0');
    expect(valueText(false)).toBe('false');
    expect(valueText(new ExactNumber('12345678901234567890'))).toBe('12345678901234567890');
    expect(isText({ answer: 1 })).toBe(false);
  });

  it('is nothing where there is none', () => {
    expect(valueText(null)).toBe('');
    expect(valueText(undefined)).toBe('');
  });

  it('is cut where a cell could not show more', () => {
    expect(valueExcerpt('a'.repeat(100_000))).toHaveLength(2_001);
    expect(valueExcerpt('a')).toBe('a');
    expect(valueExcerpt({ a: 1, b: [2] }, 0)).toBe('{"a":1,"b":[2]}');
  });
});

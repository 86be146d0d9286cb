import { suggestName } from './suggestion.js';

const NAMES = ['latency_ms', 'error', 'output', 'None'];

describe('suggestions of names', () => {
  it.each([
    ['latency', '; did you mean `latency_ms`?'],
    ['latency_Ms', '; did you mean `latency_ms`?'],
    ['eror', '; did you mean `error`?'],
    ['none', '; did you mean `None`?'],
    ['err', '; did you mean `error`?'],
    ['xyz', ''],
    ['o', ''],
    ['la', ''],
    ['unrelated_name', ''],
    ['x'.repeat(100_000), ''],
  ])('for %.20s', (typed, expected) => {
    expect(suggestName(typed, NAMES)).toBe(expected);
  });
});

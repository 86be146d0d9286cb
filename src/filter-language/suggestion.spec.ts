import { suggestName } from './suggestion.js';

const NAMES = ['latency_ms', 'error', 'output', 'None'];

describe('suggestions of names', () => {
  it.each([
    ['latency', 'latency_ms'],
    ['latency_Ms', 'latency_ms'],
    ['eror', 'error'],
    ['none', 'None'],
    ['err', 'error'],
    ['xyz', null],
    ['o', null],
    ['la', null],
    ['unrelated_name', null],
    ['x'.repeat(100_000), null],
  ])('for %.20s', (typed, name) => {
    expect(suggestName(typed, NAMES)).toEqual(name && { name, replaces: typed });
  });
});

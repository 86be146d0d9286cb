import { readTypes } from './token-charts.js';

const at = (hour: number, details: [string, number][]) => ({
  timestamp: `2026-03-10T0${hour}:00:00Z`,
  details: details.map(([tokenType, tokens]) => ({ tokenType, tokens })),
});

describe('readTypes', () => {
  it('draws the base type first, and zero where a type is missing', () => {
    const { series, timestamps } = readTypes([
      at(1, [['cache_read', 5]]),
      at(2, [
        ['input', 7],
        ['cache_read', 1],
      ]),
    ]);
    expect(timestamps).toHaveLength(2);
    expect(series.map(({ label, values }) => [label, values])).toEqual([
      ['Input', [0, 7]],
      ['Cache read', [5, 1]],
    ]);
  });
});

import { buildScale } from './value-scale.js';

describe('buildScale', () => {
  it.each([
    ['whole', [3, 17], [0, 5, 10, 15, 20]],
    ['whole', [1], [0, 1]],
    ['whole', [], [0, 1]],
    ['whole', [100], [0, 50, 100]],
    ['number', [0.9], [0, 0.5, 1]],
    ['number', [0.3], [0, 0.1, 0.2, 0.3]],
    ['number', [-0.5, 1], [-0.5, 0, 0.5, 1]],
    ['number', [0, 0], [0, 0.5]],
    ['ms', [350], [0, 100, 200, 300, 400]],
    ['ms', [100_000], [0, 30_000, 60_000, 90_000, 120_000]],
    ['ms', [3 * 86_400_000], [0, 86_400_000, 172_800_000, 259_200_000]],
    ['ms', [40 * 86_400_000], [0, 1e9, 2e9, 3e9, 4e9]],
  ] as const)('draws round lines in %s around %j', (unit, values, ticks) => {
    expect(buildScale(values, unit).ticks).toEqual(ticks);
  });

  it('contains all values', () => {
    const { low, high } = buildScale([-7, 1234], 'number');
    expect(low).toBeLessThanOrEqual(-7);
    expect(high).toBeGreaterThanOrEqual(1234);
  });
});

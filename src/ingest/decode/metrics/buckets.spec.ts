import { fromExponential, toBuckets } from './buckets.js';

const NONE = { offset: 0, counts: [] };

describe('buckets of histograms', () => {
  it('are those that were sent, with empty ones beside each other joined', () => {
    expect(toBuckets([1, 5], [2, 0, 1])).toEqual({ bounds: [1, 5], counts: [2, 0, 1] });
    expect(toBuckets([1, 2, 3, 4, 5], [0, 0, 0, 7, 0, 0])).toEqual({
      bounds: [1, 3, 4],
      counts: [0, 0, 7, 0],
    });
  });

  it.each([
    ['no bounds', [], [3]],
    ['another number of counts', [1, 2], [1, 1]],
    ['bounds that do not ascend', [2, 1], [1, 1, 1]],
    ['the same bound twice', [1, 1], [1, 1, 1]],
    ['a bound that is not a number', [Number.NaN], [1, 1]],
    ['an infinite bound', [1, Number.POSITIVE_INFINITY], [1, 1, 1]],
    ['a negative count', [1], [-1, 1]],
    ['a count that is not exact', [1], [2 ** 60, 1]],
    ['very many of them', Array.from({ length: 600 }, (_, at) => at), Array(601).fill(1)],
  ])('are left out with %s', (_, bounds, counts) => {
    expect(toBuckets(bounds, counts as number[])).toBeNull();
  });

  it('have bounds if they are exponential', () => {
    expect(
      fromExponential({
        scale: 0,
        zeroCount: 4,
        positive: { offset: 1, counts: [5, 6] },
        negative: NONE,
      }),
    ).toEqual({ bounds: [0, 2, 4, 8], counts: [4, 0, 5, 6, 0] });
    expect(
      fromExponential({
        scale: -1,
        zeroCount: 1,
        positive: NONE,
        negative: { offset: 0, counts: [2, 3] },
      }),
    ).toEqual({ bounds: [-16, -4, -1, 0], counts: [0, 3, 2, 1, 0] });
    expect(fromExponential({ scale: 3, zeroCount: 2, positive: NONE, negative: NONE })).toEqual({
      bounds: [0],
      counts: [2, 0],
    });
  });

  it('are left out if bounds are beyond all numbers', () => {
    const positive = { offset: 2_000, counts: [1] };
    expect(fromExponential({ scale: 0, zeroCount: 0, positive, negative: NONE })).toBeNull();
    const tiny = { offset: -2_000, counts: [1, 1] };
    expect(fromExponential({ scale: 0, zeroCount: 0, positive: tiny, negative: NONE })).toBeNull();
  });
});

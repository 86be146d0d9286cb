import { toThreshold } from './share-threshold.js';

describe('the threshold of a share', () => {
  it.each([
    [1, '00000000000000'],
    [0.5, '80000000000000'],
    [0.25, 'c0000000000000'],
    // Examples of OpenTelemetry's specification, which cuts off the zeros of `th`.
    [0.1, 'e6666666666666'],
    [0.01, 'fd70a3d70a3d71'],
    [2 ** -56, 'ffffffffffffff'],
  ])('is for %p: %p', (share, threshold) => {
    expect(toThreshold(share)).toBe(threshold);
  });

  it.each([0, 1e-20])('is not there if the share is %p', (share) => {
    expect(toThreshold(share)).toBeNull();
  });

  it('keeps all of a smaller share in a larger one', () => {
    const shares = [0.001, 0.1, 0.3, 0.7, 0.999];
    const thresholds = shares.map((share) => toThreshold(share)!);
    expect(thresholds.toSorted().toReversed()).toEqual(thresholds);
  });
});

import { computeScoreFill, listScoreNames, collectScoreRanges } from './scores.js';

const experiment = (dataset: string, ...scores: [string, number | null, number | null][]) => ({
  dataset: { id: dataset },
  annotationSummaries: scores.map(([annotationName, minScore, maxScore]) => ({
    annotationName,
    minScore,
    maxScore,
  })),
});

describe('scores', () => {
  it('range from the lowest to the highest score of their dataset', () => {
    const ranges = collectScoreRanges([
      experiment('a', ['exact', 0.2, 0.5], ['tone', null, null]),
      experiment('a', ['exact', 0.4, 0.9]),
      experiment('b', ['exact', 5, 7]),
    ]);
    expect(ranges.get('a')?.get('exact')).toEqual({ min: 0.2, max: 0.9 });
    expect(ranges.get('b')?.get('exact')).toEqual({ min: 5, max: 7 });
    expect(ranges.get('a')?.has('tone')).toBe(false);
  });

  it('are listed with the most common first', () => {
    expect(
      listScoreNames([
        experiment('a', ['tone', 0, 1]),
        experiment('a', ['exact', 0, 1], ['tone', 0, 1]),
        experiment('a', ['brief', 0, 1]),
      ]),
    ).toEqual(['tone', 'brief', 'exact']);
  });

  it('fill their bar in proportion to the range', () => {
    expect(computeScoreFill(5, { min: 0, max: 10 })).toBe(0.5);
    expect(computeScoreFill(-1, { min: -1, max: 1 })).toBe(0);
    expect(computeScoreFill(12, { min: 0, max: 10 })).toBe(1);
  });

  it('fill their bar by their own value if all are equal', () => {
    expect(computeScoreFill(0.3, { min: 0.3, max: 0.3 })).toBe(0.3);
    expect(computeScoreFill(7, { min: 7, max: 7 })).toBe(1);
    expect(computeScoreFill(0, { min: 0, max: 0 })).toBe(0);
  });
});

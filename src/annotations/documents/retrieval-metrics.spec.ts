import { RetrievalMetrics } from './retrieval-metrics.js';

function metricsOf(...scores: (number | null)[]): RetrievalMetrics | null {
  return RetrievalMetrics.of(
    scores.map((score, documentPosition) => ({ documentPosition, score })),
  );
}

describe('the metrics of a retrieval', () => {
  it('equal the example of the nDCG literature', () => {
    // Relevance 3 2 3 0 1 2, with linear gain and log2(rank + 1).
    const metrics = metricsOf(3, 2, 3, 0, 1, 2)!;
    expect(metrics.ndcg(null)).toBeCloseTo(6.861126688593502 / 7.140995184095701, 9);
    expect(metrics.ndcg(1)).toBe(1);
    expect(metrics.precision(null)).toBeCloseTo(5 / 6, 9);
    expect(metrics.precision(4)).toBe(0.75);
    expect(metrics.precision(12)).toBeCloseTo(5 / 12, 9);
    expect(metrics.reciprocalRank).toBe(1);
    expect(metrics.hit).toBe(1);
  });

  it('are 0 if nothing is relevant, and null if nothing has a score', () => {
    const metrics = metricsOf(0, null, -1)!;
    expect([metrics.ndcg(null), metrics.precision(2), metrics.reciprocalRank, metrics.hit]).toEqual(
      [0, 0, 0, 0],
    );
    expect(metricsOf(null, null)).toBeNull();
    expect(metricsOf()).toBeNull();
  });

  it('count documents without a score, and those between, as irrelevant', () => {
    const metrics = RetrievalMetrics.of([
      { documentPosition: 4, score: null },
      { documentPosition: 2, score: 1 },
    ])!;
    expect(metrics.precision(null)).toBe(1 / 5);
    expect(metrics.reciprocalRank).toBe(1 / 3);
    expect(metrics.ndcg(null)).toBeCloseTo(1 / 2, 9);
    expect(metrics.ndcg(2)).toBe(0);
  });

  it('use the mean of the scores of a document', () => {
    const metrics = RetrievalMetrics.of([
      { documentPosition: 0, score: 1 },
      { documentPosition: 0, score: -1 },
      { documentPosition: 1, score: 1 },
      { documentPosition: 1, score: null },
    ])!;
    expect(metrics.precision(null)).toBe(0.5);
    expect(metrics.reciprocalRank).toBe(0.5);
  });

  it('handle the largest and smallest scores', () => {
    expect(metricsOf(1.7e308, 1.7e308, 5e-324)!.ndcg(null)).toBe(1);
    expect(metricsOf(5e-324)!.hit).toBe(0);
  });
});

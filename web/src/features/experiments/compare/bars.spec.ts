import type { ComparedExperiment } from '../api/compared-experiments.js';
import { createLengthBars, createScoreBars, findTopLabels } from './bars.js';

const experiment = (id: string, meanScore: number | null, latency: number | null) =>
  ({
    id,
    averageRunLatencyMs: latency,
    annotationSummaries: [{ annotationName: 'exact', meanScore }],
    labels: [
      {
        annotationName: 'tone',
        labelFractions: ['a', 'b', 'c', 'd', 'e'].map((label, index) => ({
          label,
          fraction: index / 10,
        })),
      },
    ],
  }) as unknown as ComparedExperiment;

describe('the bars of a comparison', () => {
  it('range from the lowest to the highest score', () => {
    const bars = createScoreBars([experiment('1', 3, 0), experiment('2', null, 0)], 'exact', {
      min: 1,
      max: 5,
    });
    expect(bars).toEqual([
      { id: '1', value: 3, fill: 0.5 },
      { id: '2', value: null, fill: 0 },
    ]);
  });

  it('are proportional to the largest value', () => {
    const of = (...latencies: (number | null)[]) =>
      createLengthBars(
        latencies.map((latency, index) => experiment(String(index), 0, latency)),
        (one) => one.averageRunLatencyMs,
      ).map(({ fill }) => fill);
    expect(of(50, 200, null)).toEqual([0.25, 1, 0]);
    expect(of(0, 0)).toEqual([0, 0]);
  });

  it('show the most frequent labels if there is no score', () => {
    expect(findTopLabels(experiment('1', null, null), 'tone').map(({ label }) => label)).toEqual([
      'e',
      'd',
      'c',
      'b',
    ]);
    expect(findTopLabels(experiment('1', null, null), 'other')).toEqual([]);
  });
});

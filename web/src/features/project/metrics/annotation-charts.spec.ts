import { defineAnnotation, readAnnotation } from './annotation-charts.js';

const at = (hour: number, meanScore: number | null, labels: Record<string, number> = {}) => ({
  timestamp: `2026-03-10T0${hour}:00:00Z`,
  annotationSummaries:
    meanScore === null && Object.keys(labels).length === 0
      ? []
      : [
          {
            meanScore,
            labelFractions: Object.entries(labels).map(([label, fraction]) => ({
              label,
              fraction,
            })),
          },
        ],
});

describe('readAnnotation', () => {
  it('draws the shares of labels, also if there are scores', () => {
    const { kind, series } = readAnnotation([
      at(1, 0.5, { good: 0.25, bad: 0.75 }),
      at(2, null),
      at(3, 1, { good: 1 }),
    ]);
    expect(kind).toBeUndefined();
    expect(series.map(({ label, values }) => [label, values])).toEqual([
      ['bad', [0.75, null, null]],
      ['good', [0.25, null, 1]],
    ]);
  });

  it('draws the mean score if there are no labels', () => {
    const { kind, series } = readAnnotation([at(1, 0), at(2, null)]);
    expect(kind).toBe('lines');
    expect(series.map(({ label, values }) => [label, values])).toEqual([['Mean score', [0, null]]]);
  });
});

describe('defineAnnotation', () => {
  it('selects what has the annotation, or one label', () => {
    const { target, filterOf } = defineAnnotation('traces', 'tone');
    expect(target).toEqual({ tab: 'traces', filter: "trace_annotations['tone']" });
    expect(filterOf?.('calm')).toBe("trace_annotations['tone'].label == 'calm'");
  });
});

import { buildScoreCharts, fillDays } from './score-series.js';

const judged = (meanScore: number | null, ...labels: [string, number][]) => ({
  count: 1,
  errorCount: 0,
  meanScore,
  labelFractions: labels.map(([label, fraction]) => ({ label, fraction })),
});

describe('buildScoreCharts', () => {
  it('draws the mean score, and a part of each bar for each label', () => {
    const points = [judged(0.5, ['yes', 0.5], ['no', 0.5]), undefined, judged(1, ['yes', 1])];
    const charts = buildScoreCharts(points);
    expect(charts.map(({ title, kind }) => [title, kind])).toEqual([
      ['Mean score', 'lines'],
      ['Labels', 'bars'],
    ]);
    expect(charts[0]!.series.map(({ values }) => values)).toEqual([[0.5, null, 1]]);
    expect(charts[1]!.series.map(({ key, values }) => [key, values])).toEqual([
      ['no', [0.5, null, null]],
      ['yes', [0.5, null, 1]],
    ]);
  });

  it('draws nothing that the evaluator never gave', () => {
    expect(buildScoreCharts([])).toEqual([]);
    expect(buildScoreCharts([judged(null, ['a', 1])]).map(({ title }) => title)).toEqual([
      'Labels',
    ]);
    expect(buildScoreCharts([judged(1)]).map(({ title }) => title)).toEqual(['Mean score']);
  });
});

describe('fillDays', () => {
  it('has a bin for each of the last days, with today', () => {
    const now = Date.parse('2026-03-03T15:00:00Z');
    const day = { day: '2026-03-02T00:00:00+00:00' };
    expect(fillDays([day, { day: '2026-01-01T00:00:00+00:00' }], 3, now)).toEqual({
      timestamps: ['2026-03-01', '2026-03-02', '2026-03-03'].map((date) => `${date}T00:00:00.000Z`),
      points: [undefined, day, undefined],
    });
  });
});

import { defineChartRanking, defineChartSeries, describeGroups, getFormat } from './chart-data.js';
import { NEW_CHART } from './templates.js';

const group = (key: string | null, value: number, isOther = false) => ({
  key,
  value,
  isOther,
  rowCount: 5,
  values: [value, null],
});
const answer = (...groups: ReturnType<typeof group>[]) => ({
  __typename: 'Project' as const,
  id: 'p',
  chartSeries: {
    bins: ['a', 'b'],
    otherCount: 3,
    isEstimated: false,
    pricedSpans: { spanCount: 300, unpricedSpanCount: 44 },
    groups,
  },
});

describe('a chart over time', () => {
  it('has a series for each group, and opens what the group counts', () => {
    const chart = { ...NEW_CHART, groupBy: 'USER', kind: 'STACKED_BARS' } as const;
    const { read, filterOf, kind } = defineChartSeries(chart);
    const { series, note } = read(answer(group('ada', 2), group(null, 1), group(null, 9, true)));
    expect(series.map(({ label, values }) => [label, values])).toEqual([
      ['ada', [2, null]],
      ['None', [1, null]],
      ['Others', [9, null]],
    ]);
    expect(series.map(({ key }) => filterOf?.(key))).toEqual([
      "user.id == 'ada'",
      'user.id is None',
      undefined,
    ]);
    expect([kind, note]).toEqual(['bars', undefined]);
  });
});

describe('a ranking', () => {
  it('puts the highest value first, and the others last', () => {
    const chart = { ...NEW_CHART, kind: 'RANKING', groupBy: 'USER' } as const;
    const { items } = defineChartRanking(chart).read(
      answer(group('ada', 2), group('bob', 4), group(null, 9, true)),
    );
    expect(items.map(({ name, text, target }) => [name, text, target?.filter])).toEqual([
      ['bob', '4', "user.id == 'bob'"],
      ['ada', '2', "user.id == 'ada'"],
      ['3 others', '9', undefined],
    ]);
  });
});

describe('describeGroups', () => {
  const data = { ...answer(group('ada', 2)).chartSeries, isEstimated: true };

  it('says what is left out, and what is estimated', () => {
    expect(describeGroups({ ...NEW_CHART, aggregation: 'P95' }, data)).toBe(
      '1 of 4 groups, estimated',
    );
    expect(describeGroups(NEW_CHART, data)).toBe('estimated');
    expect(describeGroups(NEW_CHART, { ...data, isEstimated: false })).toBeUndefined();
  });
});

describe('getFormat', () => {
  it('knows which values add up', () => {
    const formatOf = (aggregation: 'SUM' | 'MEAN', measure: 'LATENCY_MS' | 'COST') =>
      getFormat({ ...NEW_CHART, aggregation, measure });
    expect(formatOf('SUM', 'COST').isSum).toBe(true);
    expect(formatOf('MEAN', 'COST').isSum).toBe(false);
    expect(formatOf('SUM', 'LATENCY_MS').short(1_500)).toBe('1.5 s');
    expect(getFormat({ ...NEW_CHART, aggregation: 'ERROR_RATE' }).short(0.25)).toBe('25%');
  });
});

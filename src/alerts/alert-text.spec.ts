import { GROUPING_PATTERN, readGrouping, writeSummary } from './alert-text.js';

const RULE = {
  name: 'Slow',
  target: 'TRACES',
  metric: null,
  measure: 'LATENCY_P95',
  annotation: null,
  groupBy: null,
  groupAttribute: null,
  windowMinutes: 15,
  baseline: 'NONE',
  comparison: 'ABOVE',
  threshold: 2_000,
} as const;

describe('the summary of an alert', () => {
  it.each([
    [
      {},
      3_210.5,
      '95th percentile of the latency of traces in the last 15 minutes is 3,210.5 ms (fires above 2,000 ms)',
    ],
    [
      { measure: 'ERROR_RATE', threshold: 0.05, windowMinutes: 60 },
      0.123,
      'error rate of traces in the last hour is 12.3% (fires above 5%)',
    ],
    [
      { measure: 'COST', threshold: 10, windowMinutes: 1_440, comparison: 'BELOW' },
      1.5,
      'cost of traces in the last day is $1.50 (fires below $10.00)',
    ],
    [
      { measure: 'SCORE', annotation: 'helpful', target: 'SPANS' },
      null,
      'mean score "helpful" of spans in the last 15 minutes is unknown',
    ],
    [
      { measure: 'COUNT', baseline: 'LAST_WEEK', threshold: 50 },
      -20,
      'number of traces in the last 15 minutes is -20% against a week earlier (fires above +50% against a week earlier)',
    ],
  ] as const)('names the measure, the window and the threshold of %o', (part, value, text) => {
    expect(writeSummary({ ...RULE, ...part }, 'shop', 'firing', { value, priced: null })).toContain(
      text,
    );
  });

  it('names the groups with their values', () => {
    const byUser = { ...RULE, groupBy: 'USER' } as const;
    const groups = [
      { key: 'ada', value: 3_000 },
      { key: 'ben', value: null },
    ];
    expect(writeSummary(byUser, 'shop', 'firing', { value: 3_000, groups, priced: null })).toBe(
      'Alert "Slow" in the project "shop": the 95th percentile of the latency of traces by user in the last 15 minutes is 3,000 ms for "ada" and unknown for "ben" (fires above 2,000 ms).',
    );
    const byTenant = { ...RULE, groupBy: 'ATTRIBUTE', groupAttribute: 'tenant' } as const;
    expect(
      writeSummary(byTenant, 'shop', 'test', { value: 1, groups: [], priced: null }),
    ).toContain('by "tenant" in the last 15 minutes is within the threshold for all groups');
  });

  it.each([
    { groupBy: 'USER', groupAttribute: null },
    { groupBy: 'SPAN_KIND', groupAttribute: null },
    { groupBy: 'ATTRIBUTE', groupAttribute: 'input.value' },
    { groupBy: 'ATTRIBUTE', groupAttribute: 'of "x" by "y"' },
  ] as const)('lets the grouping %o be read, whatever names say', (grouping) => {
    const rule = { ...RULE, ...grouping, name: 'Rate of x by y in the last hour' };
    const key = '": the x of traces by "z" in the last hour';
    const told = { value: 1, groups: [{ key, value: 1 }], priced: null };
    const [, found] = new RegExp(GROUPING_PATTERN).exec(
      writeSummary(rule, 'shop', 'firing', told),
    )!;
    expect(readGrouping(found!)).toEqual(grouping);
  });

  it('counts the groups after the tenth', () => {
    const groups = Array.from({ length: 50 }, (_, at) => ({ key: `user ${at}`, value: 9_000 }));
    const told = { value: 9_000, groups, priced: null };
    const text = writeSummary({ ...RULE, groupBy: 'USER' }, 'shop', 'firing', told);
    expect(text).toContain('9,000 ms for "user 9", and 40 more (fires');
    expect(text).not.toContain('user 10');
  });

  it.each([
    [
      'all calls without a price',
      { tokenSpanCount: 2, unpricedSpanCount: 2 },
      ', with 2 of 2 calls not priced.',
    ],
    [
      'some of them',
      { tokenSpanCount: 1_300, unpricedSpanCount: 44 },
      ', with 44 of 1,300 calls not priced.',
    ],
    ['none of them', { tokenSpanCount: 300, unpricedSpanCount: 0 }, '.'],
    ['nothing, without calls', { tokenSpanCount: 0, unpricedSpanCount: 0 }, '.'],
    ['nothing, if they are not counted', null, '.'],
  ])('counts %s', (_case, priced, end) => {
    const rule = { ...RULE, measure: 'COST', threshold: 10 } as const;
    const summary = writeSummary(rule, 'shop', 'firing', { value: 1.5, priced });
    expect(summary.slice(summary.indexOf('is $'))).toBe(`is $1.50 (fires above $10.00)${end}`);
  });

  it('begins with what has happened', () => {
    expect(writeSummary(RULE, 'shop', 'resolved', { value: 1, priced: null })).toMatch(
      /^Resolved "Slow" in the project "shop": /,
    );
  });
});

import {
  describeAlert,
  formatValue,
  nameGroups,
  isBeyond,
  getScale,
  getUnit,
} from './alert-texts.js';

const RULE = {
  target: 'TRACES',
  metric: null,
  measure: 'ERROR_RATE',
  annotation: null,
  groupBy: null,
  groupAttribute: null,
  windowMinutes: 15,
  baseline: 'NONE',
  comparison: 'ABOVE',
  threshold: 0.05,
} as const;

describe('an alert rule with groups', () => {
  it.each([
    [{ groupBy: 'USER' }, 'Error rate of traces by user in the last 15 minutes, above 5%'],
    [
      { groupBy: 'ATTRIBUTE', groupAttribute: 'metadata.tenant' },
      'Error rate of traces by metadata.tenant in the last 15 minutes, above 5%',
    ],
  ] as const)('says of what: %j', (part, text) => {
    expect(describeAlert({ ...RULE, ...part })).toBe(text);
  });

  it('names two groups and counts the rest', () => {
    expect(nameGroups(['ada'])).toBe('ada');
    expect(nameGroups(['ada', 'ben'])).toBe('ada and ben');
    expect(nameGroups(['ada', 'ben', 'eve', 'joe'])).toBe('ada, ben, and 2 more');
  });
});

describe('an alert rule', () => {
  it('is described in one line', () => {
    expect(describeAlert(RULE)).toBe('Error rate of traces in the last 15 minutes, above 5%');
    expect(
      describeAlert({
        ...RULE,
        target: 'SPANS',
        metric: null,
        measure: 'SCORE',
        annotation: 'helpful',
        windowMinutes: 60,
        baseline: 'LAST_WEEK',
        comparison: 'BELOW',
        threshold: -20,
      }),
    ).toBe('Mean score “helpful” of spans in the last hour, below -20% against last week');
    const ofMetric = { ...RULE, target: 'METRICS', metric: 'codex.turns', threshold: 7 } as const;
    expect(describeAlert({ ...ofMetric, measure: 'COUNT' })).toBe(
      'Number of values of codex.turns in the last 15 minutes, above 7',
    );
    const grouped = { groupBy: 'ATTRIBUTE', groupAttribute: 'model' } as const;
    expect(describeAlert({ ...ofMetric, ...grouped, measure: 'RATE' })).toBe(
      'Rate per minute of codex.turns by model in the last 15 minutes, above 7',
    );
  });

  it('shows values with their units, which thresholds have too', () => {
    expect(formatValue({ measure: 'LATENCY_P95', baseline: 'NONE' }, 1_500)).toBe('1.5 s');
    expect(formatValue({ measure: 'COUNT', baseline: 'LAST_WEEK' }, 50)).toBe('+50%');
    expect(formatValue(RULE, null)).toBe('–');
    expect([getUnit('ERROR_RATE', 'NONE'), getScale('ERROR_RATE', 'NONE')]).toEqual(['%', 100]);
    expect([getUnit('COST', 'LAST_WEEK'), getScale('COST', 'LAST_WEEK')]).toEqual(['%', 1]);
    expect([getUnit('LATENCY_P50', 'NONE'), getUnit('TOKENS', 'NONE')]).toEqual(['ms', '']);
  });

  it('is beyond its threshold on one side only, and never without a value', () => {
    expect([0.04, 0.05, 0.06, null].map((value) => isBeyond(RULE, value))).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(isBeyond({ comparison: 'BELOW', threshold: 1 }, 0)).toBe(true);
  });
});

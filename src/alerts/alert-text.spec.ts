import { writeSummary } from './alert-text.js';

const RULE = {
  name: 'Slow',
  target: 'TRACES',
  measure: 'LATENCY_P95',
  annotation: null,
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
      'mean score "helpful" of spans in the last 15 minutes is not known',
    ],
    [
      { measure: 'COUNT', baseline: 'LAST_WEEK', threshold: 50 },
      -20,
      'number of traces in the last 15 minutes is -20% against a week earlier (fires above +50% against a week earlier)',
    ],
  ] as const)('names the measure, the window and the threshold of %o', (part, value, text) => {
    expect(writeSummary({ ...RULE, ...part }, 'shop', 'firing', value)).toContain(text);
  });

  it('begins with what has happened', () => {
    expect(writeSummary(RULE, 'shop', 'resolved', 1)).toMatch(
      /^Resolved "Slow" in the project "shop": /,
    );
  });
});

import { countKept, describePreview, describeReasons, describeRules } from './sampling-texts.js';

const RULES = {
  share: 0.1,
  sharesSessions: false,
  keepsFailed: false,
  minLatencyMs: null,
  minCost: null,
  minTokens: null,
  scores: [],
  condition: '',
  quietSeconds: 60,
  longestWaitSeconds: 900,
};
const COUNTS = [
  { outcome: 'SHARE' as const, traceCount: 55 },
  { outcome: 'DROPPED' as const, traceCount: 913 },
  { outcome: 'FAILED' as const, traceCount: 20 },
  { outcome: 'SLOW' as const, traceCount: 12 },
];

describe('words for sampling', () => {
  it('say what rules keep', () => {
    expect(describeRules({ rules: RULES })).toBe('10% of its traces');
    expect(
      describeRules({
        rules: {
          ...RULES,
          share: 0.005,
          sharesSessions: true,
          keepsFailed: true,
          minLatencyMs: 30_000,
          minCost: 0.5,
          minTokens: 20_000,
          scores: [{ name: 'correct', below: 0.5, labels: ['wrong'] }],
          condition: 'num_spans > 9',
        },
      }),
    ).toBe(
      'all failed traces, all that take 30 s or longer, all that cost $0.50 or more, all with 20k tokens or more, all whose correct is below 0.5 or “wrong”, all that meet num_spans > 9, and 0.5% of the rest, in whole sessions',
    );
  });

  it('count what was kept, and say why', () => {
    expect(countKept(COUNTS)).toEqual({ kept: 87, all: 1000 });
    expect(describeReasons(COUNTS)).toBe('20 failed, 12 slow, 55 by share');
  });

  it('say what rules would do', () => {
    expect(describePreview(COUNTS)).toBe(
      'Of the newest 1k traces, 87 would be kept: 20 failed, 12 slow, 55 by share.',
    );
    expect(describePreview([{ outcome: 'DROPPED', traceCount: 3 }])).toBe(
      'Of the newest 3 traces, none would be kept.',
    );
    expect(describePreview([])).toBe('There are no traces yet to try these rules on.');
  });
});

import { keepsNothing, toDraft, toRules } from './sampling-draft.js';

const SAMPLING = {
  isEnabled: true,
  enabledAt: null,
  lastError: null,
  lastErrorAt: null,
  rules: {
    share: 0.07,
    sharesSessions: true,
    keepsFailed: true,
    minLatencyMs: 1500,
    minCost: 0.1,
    minTokens: 5000,
    scores: [
      { name: 'correct', below: 0.5, labels: ['wrong', 'unsure'] },
      { name: 'tone', below: null, labels: ['rude'] },
    ],
    condition: 'num_spans > 10',
    quietSeconds: 60,
    longestWaitSeconds: 900,
  },
};

describe('the draft of sampling', () => {
  it('becomes the same rules again', () => {
    expect(toDraft(SAMPLING).percent).toBe(7);
    expect(toRules(toDraft(SAMPLING))).toEqual({ ...SAMPLING.rules, share: 7 / 100 });
  });

  it('has no limit where nothing is written', () => {
    const draft = toDraft(SAMPLING);
    const rules = toRules({
      ...draft,
      percent: '',
      minSeconds: '',
      minCost: '',
      minTokens: '',
      scores: [
        { key: 0, name: ' ', below: '', labels: ' , ' },
        { key: 1, name: 'a ', below: '', labels: '' },
      ],
      condition: ' ',
      quietSeconds: '',
      longestWaitMinutes: '',
    });
    expect(rules).toEqual({
      share: 0,
      sharesSessions: true,
      keepsFailed: true,
      minLatencyMs: null,
      minCost: null,
      minTokens: null,
      scores: [{ name: 'a', below: null, labels: [] }],
      condition: '',
      quietSeconds: 120,
      longestWaitSeconds: 3600,
    });
  });

  it('keeps 0 apart from no limit', () => {
    const rules = toRules({ ...toDraft(SAMPLING), minSeconds: 0, minCost: 0, minTokens: 0 });
    expect(rules).toMatchObject({ minLatencyMs: 0, minCost: 0, minTokens: 0 });
  });

  it('knows which rules keep nothing', () => {
    const nothing = {
      ...SAMPLING.rules,
      share: 0,
      keepsFailed: false,
      minLatencyMs: null,
      minCost: null,
      minTokens: null,
      scores: [],
      condition: '',
    };
    expect(keepsNothing(nothing)).toBe(true);
    const { rules } = SAMPLING;
    for (const key of ['share', 'keepsFailed', 'minLatencyMs', 'minCost', 'minTokens'] as const) {
      expect(keepsNothing({ ...nothing, [key]: rules[key] })).toBe(false);
    }
    expect(keepsNothing({ ...nothing, scores: rules.scores })).toBe(false);
    expect(keepsNothing({ ...nothing, condition: rules.condition })).toBe(false);
  });
});

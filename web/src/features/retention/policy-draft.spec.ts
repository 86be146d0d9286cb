import {
  createPolicyDraft,
  NEW_POLICY,
  toLimitsInput,
  toPolicyInput,
  toRuleInput,
} from './policy-draft.js';

const POLICY = {
  id: 'p1',
  name: 'short',
  cronExpression: '0 3 * * *',
  maxBytes: null,
  maxTextDays: null,
  keeps: ['FAILED' as const],
  isDefault: false,
  nextRunAt: '2026-03-01T03:00:00+00:00',
  projectCount: 1,
  rule: { __typename: 'TraceRetentionRuleMaxDays' as const, maxDays: 7 },
  lastRun: null,
};

describe('the draft of a retention policy', () => {
  it('shows the limits of each kind of rule, and none for 0', () => {
    const limitsOf = (rule: typeof POLICY.rule | object) => {
      const draft = createPolicyDraft({ ...POLICY, rule: rule as typeof POLICY.rule }, []);
      return [draft.maxDays, draft.maxCount];
    };
    expect(limitsOf({ maxDays: 7 })).toEqual([7, '']);
    expect(limitsOf({ maxCount: 5 })).toEqual(['', 5]);
    expect(limitsOf({ maxDays: 7, maxCount: 5 })).toEqual([7, 5]);
    expect(limitsOf({ maxDays: 0 })).toEqual(['', '']);
  });

  it('sends the kind of rule that its limits ask for', () => {
    expect(toRuleInput({ maxDays: 7, maxCount: '' })).toEqual({ maxDays: { maxDays: 7 } });
    expect(toRuleInput({ maxDays: '', maxCount: 5 })).toEqual({ maxCount: { maxCount: 5 } });
    expect(toRuleInput({ maxDays: 7, maxCount: 5 })).toEqual({
      maxDaysOrCount: { maxDays: 7, maxCount: 5 },
    });
    expect(toRuleInput({ maxDays: '', maxCount: '' })).toEqual({ maxDays: { maxDays: 0 } });
  });

  it.each([
    [null, '', 'GB', 0],
    [5 * 1024 ** 3, 5, 'GB', 5 * 1024 ** 3],
    [1.5 * 1024 ** 3, 1.5, 'GB', 1.5 * 1024 ** 3],
    [200 * 1024 ** 2, 200, 'MB', 200 * 1024 ** 2],
  ])('shows a size of %j bytes as %j %s', (maxBytes, maxSize, sizeUnit, sent) => {
    const draft = createPolicyDraft({ ...POLICY, maxBytes }, []);
    expect(draft).toMatchObject({ maxSize, sizeUnit });
    expect(toLimitsInput(draft)).toEqual({ maxBytes: sent, maxTextDays: 0 });
  });

  it('shows and sends the age of texts', () => {
    const draft = createPolicyDraft({ ...POLICY, maxTextDays: 2.5 }, []);
    expect(draft.maxTextDays).toBe(2.5);
    expect(toLimitsInput(draft).maxTextDays).toBe(2.5);
  });

  it('sends which projects begin and cease to follow it', () => {
    const initial = createPolicyDraft(POLICY, ['a', 'b']);
    const draft = { ...initial, name: ' shorter ', projectIds: ['b', 'c'] };
    expect(toPolicyInput(draft, initial)).toEqual({
      content: {
        name: 'shorter',
        cronExpression: '0 3 * * *',
        rule: { maxDays: { maxDays: 7 } },
        maxBytes: 0,
        maxTextDays: 0,
        keeps: ['FAILED'],
      },
      added: ['c'],
      removed: ['a'],
    });
    expect(toPolicyInput({ ...NEW_POLICY, projectIds: ['a'] }, NEW_POLICY)).toMatchObject({
      added: ['a'],
      removed: [],
    });
  });
});

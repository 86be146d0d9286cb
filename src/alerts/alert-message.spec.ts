import { writeEvent } from './alert-message.js';
import type { AlertRuleEntity } from './alert-rule.entity.js';

describe('the message to a webhook about a rule with groups', () => {
  it('has a limited number of groups, and a summary that counts all', () => {
    const rule = {
      id: 1,
      projectId: 2,
      name: 'Busy',
      target: 'TRACES',
      measure: 'COUNT',
      comparison: 'ABOVE',
      threshold: 10,
      windowMinutes: 15,
      baseline: 'NONE',
      groupBy: 'SESSION',
    } as AlertRuleEntity;
    const groups = Array.from({ length: 210 }, (_, at) => ({ key: `s${at}`, value: 20 }));
    const { data, summary } = writeEvent(rule, 'shop', 'firing', {
      value: 20,
      groups,
      priced: null,
    });
    expect(data['groups']).toEqual(groups.slice(0, 200));
    expect(summary).toContain('and 200 more');
    expect(data).not.toHaveProperty('span_count');
  });
});

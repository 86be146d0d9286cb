import type { AlertRule } from '../../features/alerts/api/alert-rules.js';

/** A rule that watches the error rate and tells a webhook. */
export function anAlertRule(part: Partial<AlertRule> = {}): AlertRule {
  return {
    id: 'rule-1',
    name: 'Many errors',
    target: 'TRACES',
    metric: null,
    condition: '',
    measure: 'ERROR_RATE',
    annotation: null,
    groupBy: null,
    groupAttribute: null,
    firingGroups: [],
    windowMinutes: 15,
    baseline: 'NONE',
    comparison: 'ABOVE',
    threshold: 0.1,
    quietMinutes: 30,
    isEnabled: true,
    state: 'OK',
    stateSince: '2026-02-03T04:05:06Z',
    lastValue: 0.05,
    lastError: null,
    evaluatedAt: '2026-02-03T04:05:06Z',
    webhooks: [{ id: 'webhook-1', name: 'on call' }],
    recipients: [],
    ...part,
  };
}

import type { Direction } from '../../components/score-labels/score-texts.js';
import { getScale, listGroupings } from './alert-texts.js';
import type { AlertRule, AlertRuleInput, Previewed } from './api/alert-rules.js';

/** The values of a form. Numbers are texts until they are read. */
export interface AlertDraft {
  name: string;
  target: AlertRule['target'];
  /** Null unless the rule watches a metric. */
  metric: string | null;
  condition: string;
  measure: AlertRule['measure'];
  annotation: string;
  /** Null if the rule watches everything together. */
  groupBy: AlertRule['groupBy'];
  groupAttribute: string;
  windowMinutes: number;
  baseline: AlertRule['baseline'];
  comparison: AlertRule['comparison'];
  threshold: string;
  quietMinutes: string;
  webhookIds: string[];
  recipientIds: string[];
  isEnabled: boolean;
}

export const NEW_ALERT: AlertDraft = {
  name: '',
  target: 'TRACES',
  metric: null,
  condition: '',
  measure: 'ERROR_RATE',
  annotation: '',
  groupBy: null,
  groupAttribute: '',
  windowMinutes: 15,
  baseline: 'NONE',
  comparison: 'ABOVE',
  threshold: '5',
  quietMinutes: '30',
  webhookIds: [],
  recipientIds: [],
  isEnabled: true,
};

export function toAlertDraft(rule: AlertRule): AlertDraft {
  const { measure, baseline, threshold, annotation, quietMinutes, webhooks, recipients } = rule;
  // Without the noise of binary fractions.
  const shown = Number((threshold * getScale(measure, baseline)).toPrecision(12));
  return {
    name: rule.name,
    target: rule.target,
    metric: rule.metric,
    condition: rule.condition,
    measure,
    annotation: annotation ?? '',
    groupBy: rule.groupBy,
    groupAttribute: rule.groupAttribute ?? '',
    windowMinutes: rule.windowMinutes,
    baseline,
    comparison: rule.comparison,
    threshold: String(shown),
    quietMinutes: String(quietMinutes),
    webhookIds: webhooks.map(({ id }) => id),
    recipientIds: recipients.map(({ id }) => id),
    isEnabled: rule.isEnabled,
  };
}

/** Returns what changes with the target: metrics have other measures, and not every target has all groups. */
export function changeTarget(draft: AlertDraft, target: AlertDraft['target']): Partial<AlertDraft> {
  const groupBy = listGroupings(target).find(({ value }) => value === draft.groupBy)?.value ?? null;
  const isOther = (target === 'METRICS') !== (draft.target === 'METRICS');
  if (!isOther) return { target, groupBy };
  const measure = target === 'METRICS' ? 'SUM' : NEW_ALERT.measure;
  return { target, groupBy, measure, condition: '' };
}

/** Returns what the preview measures. */
export function toPreviewed(draft: AlertDraft): Previewed {
  const { target, condition, measure, groupBy, windowMinutes, comparison } = draft;
  return {
    target,
    condition,
    measure,
    groupBy,
    windowMinutes,
    comparison,
    metric: target === 'METRICS' ? draft.metric : null,
    annotation: measure === 'SCORE' ? draft.annotation : null,
    groupAttribute: groupBy === 'ATTRIBUTE' ? draft.groupAttribute : null,
    baseline: getBaseline(draft),
  };
}

/** Returns what to save, or the problems of fields. */
export function readAlertDraft(
  draft: AlertDraft,
): { value: AlertRuleInput } | { problems: Partial<Record<keyof AlertDraft, string>> } {
  const { measure, annotation, groupBy, groupAttribute } = draft;
  const baseline = getBaseline(draft);
  const threshold = readNumber(draft.threshold);
  const quietMinutes = readNumber(draft.quietMinutes);
  const problems: Partial<Record<keyof AlertDraft, string>> = {};
  if (draft.name.trim() === '') problems.name = 'Enter a name.';
  if (draft.target === 'METRICS' && !draft.metric) problems.metric = 'Choose a metric.';
  if (threshold === null) problems.threshold = 'Enter a number.';
  if (quietMinutes === null || !Number.isInteger(quietMinutes) || quietMinutes < 1) {
    problems.quietMinutes = 'Enter a whole number of minutes.';
  }
  if (measure === 'SCORE' && annotation.trim() === '') {
    problems.annotation = 'Enter the name of the annotations.';
  }
  if (groupBy === 'ATTRIBUTE' && groupAttribute.trim() === '') {
    problems.groupAttribute = 'Enter the name of the attribute.';
  }
  if (Object.keys(problems).length > 0) return { problems };
  return {
    value: {
      ...draft,
      ...toPreviewed(draft),
      threshold: threshold! / getScale(measure, baseline),
      quietMinutes: quietMinutes!,
    },
  };
}

/** Returns the value that the rule compares with. Groups cannot be compared with a week earlier. */
export function getBaseline({
  groupBy,
  baseline,
}: Pick<AlertDraft, 'groupBy' | 'baseline'>): AlertDraft['baseline'] {
  return groupBy === null ? baseline : 'NONE';
}

/** The side on which scores are worse; undefined if neither is, or if nobody has said so. */
export function findWorseSide(
  direction: Direction | undefined,
): AlertDraft['comparison'] | undefined {
  return (
    direction && ({ MAXIMIZE: 'BELOW', MINIMIZE: 'ABOVE', NONE: undefined } as const)[direction]
  );
}

function readNumber(text: string): number | null {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(number) ? null : number;
}

import {
  ALERT_MEASURES,
  listOptions,
  MEASURED,
  type RowAlertMeasure,
} from '../../lib/format/measures.js';
import { nameAggregation } from '../../components/metrics/metric-aggregations.js';
import type { AlertRule } from './api/alert-rules.js';

type Measure = AlertRule['measure'];
type Grouping = NonNullable<AlertRule['groupBy']>;

/** The measures of traces and spans for rules. */
export const MEASURES = listOptions(ALERT_MEASURES);

/** Returns how a measure is written; undefined if only metrics have it. */
const findText = (measure: Measure) =>
  measure in ALERT_MEASURES ? ALERT_MEASURES[measure as RowAlertMeasure] : undefined;

export const WINDOWS: readonly { value: number; label: string }[] = [
  { value: 5, label: '5 minutes' },
  { value: 15, label: '15 minutes' },
  { value: 30, label: '30 minutes' },
  { value: 60, label: 'hour' },
  { value: 360, label: '6 hours' },
  { value: 1_440, label: 'day' },
  { value: 10_080, label: 'week' },
];

/** The groupings of rules, with their names in sentences, and the targets that have them. */
const GROUPINGS: readonly {
  value: Grouping;
  label: string;
  noun: string;
  of: readonly AlertRule['target'][];
}[] = [
  { value: 'USER', label: 'User', noun: 'user', of: ['TRACES', 'SPANS'] },
  { value: 'MODEL', label: 'Model', noun: 'model', of: ['SPANS'] },
  { value: 'NAME', label: 'Name', noun: 'name', of: ['TRACES', 'SPANS'] },
  { value: 'SESSION', label: 'Session', noun: 'session', of: ['TRACES', 'SPANS'] },
  { value: 'SPAN_KIND', label: 'Kind of span', noun: 'kind of span', of: ['SPANS'] },
  { value: 'STATUS', label: 'Status', noun: 'status', of: ['TRACES', 'SPANS'] },
  { value: 'ATTRIBUTE', label: 'Attribute', noun: 'attribute', of: ['TRACES', 'SPANS', 'METRICS'] },
];

/** Lists what traces, spans or points can be grouped by. */
export function listGroupings(target: AlertRule['target']): { value: Grouping; label: string }[] {
  return GROUPINGS.filter(({ of }) => of.includes(target)).map(({ value, label }) => ({
    value,
    label,
  }));
}

/** Conditions to start from. */
export const EXAMPLES: Record<AlertRule['target'], string> = {
  TRACES: 'latency_ms > 1000',
  SPANS: "span_kind == 'LLM'",
  METRICS: "model == 'opus'",
};

/** Names groups that fire, such as “ada, ben and 3 more”. */
export function nameGroups(keys: readonly string[]): string {
  const [first, second, ...rest] = keys;
  const named = [first, second].filter((key) => key !== undefined);
  return new Intl.ListFormat('en').format(
    rest.length > 0 ? [...named, `${rest.length} more`] : named,
  );
}

/** The unit in which a threshold is typed. */
export function getUnit(measure: Measure, baseline: AlertRule['baseline']): string {
  return baseline === 'LAST_WEEK' ? '%' : (findText(measure)?.unit ?? '');
}

/** How many of its units the API counts as one: there, error rates are fractions from 0 to 1. */
export function getScale(measure: Measure, baseline: AlertRule['baseline']): number {
  return baseline === 'NONE' ? (findText(measure)?.scale ?? 1) : 1;
}

/** Writes a value of a rule with its unit. */
export function formatValue(
  { measure, baseline }: Pick<AlertRule, 'measure' | 'baseline'>,
  value: number | null,
): string {
  if (value === null) return '–';
  if (baseline === 'LAST_WEEK') return `${value > 0 ? '+' : ''}${Math.round(value * 10) / 10}%`;
  return (findText(measure)?.format ?? MEASURED).short(value);
}

/** Says when a rule fires, such as “Error rate of traces in the last 15 minutes, above 5%”. */
export function describeAlert(
  rule: Pick<
    AlertRule,
    | 'target'
    | 'metric'
    | 'measure'
    | 'annotation'
    | 'groupBy'
    | 'groupAttribute'
    | 'windowMinutes'
    | 'baseline'
    | 'comparison'
    | 'threshold'
  >,
): string {
  const { target, metric, measure, annotation, windowMinutes, baseline, comparison, threshold } =
    rule;
  const text = target === 'METRICS' ? undefined : findText(measure);
  const label = text?.label ?? nameAggregation(measure);
  const name = annotation === null ? label : `${label} “${annotation}”`;
  const length = WINDOWS.find(({ value }) => value === windowMinutes)?.label;
  const against = baseline === 'LAST_WEEK' ? ' against last week' : '';
  const limit = `${comparison.toLowerCase()} ${formatValue(rule, threshold)}`;
  const noun = GROUPINGS.find(({ value }) => value === rule.groupBy)?.noun;
  const each = rule.groupBy === 'ATTRIBUTE' ? rule.groupAttribute : noun;
  const by = each ? ` by ${each}` : '';
  const watched = metric ?? target.toLowerCase();
  return `${name} of ${watched}${by} in the last ${length}, ${limit}${against}`;
}

/** Whether a value is on the side on which a rule fires. */
export function isBeyond(
  { comparison, threshold }: Pick<AlertRule, 'comparison' | 'threshold'>,
  value: number | null,
): boolean {
  if (value === null) return false;
  return comparison === 'ABOVE' ? value > threshold : value < threshold;
}

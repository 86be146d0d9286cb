import cronstrue from 'cronstrue';
import { formatBytes } from '../../lib/format/numbers.js';
import type { Preview, RetentionExemption, RetentionPolicy } from './api/retention-policies.js';

/** The kinds of traces that a policy can keep, in the order of the form. */
export const EXEMPTIONS: { value: RetentionExemption; label: string; short: string }[] = [
  { value: 'FAILED', label: 'Traces with a span that failed', short: 'that failed' },
  {
    value: 'ANNOTATED_BY_PEOPLE',
    label: 'Traces that people annotated',
    short: 'that people annotated',
  },
  {
    value: 'ANNOTATED',
    label: 'Traces with any annotation, including those by evaluators',
    short: 'with annotations',
  },
  {
    value: 'IN_DATASETS',
    label: 'Traces from which an example of a dataset was made',
    short: 'in datasets',
  },
];

/** Minute 0, hours, any day of any month, and days of the week. */
const WHOLE_HOURS = /^\s*0\s+\S+\s+\*\s+\*\s+\S+\s*$/;

/** Says what is wrong with a schedule; undefined if nothing is. */
export function findScheduleProblem(cronExpression: string): string | undefined {
  if (describeSchedule(cronExpression) === undefined) return 'This is not a cron expression.';
  if (WHOLE_HOURS.test(cronExpression)) return undefined;
  return 'Use 0 as the minute, and * as the day of the month and as the month.';
}

/** Says in words when a schedule runs; undefined if it is not a cron expression. */
export function describeSchedule(cronExpression: string): string | undefined {
  try {
    const words = cronstrue.toString(cronExpression, { use24HourTimeFormat: true });
    return `${words} (UTC)`;
  } catch {
    return undefined;
  }
}

/** Says in words what a policy deletes. */
export function describeRule({
  rule,
  maxBytes,
  maxTextDays,
  keeps,
}: Pick<RetentionPolicy, 'rule' | 'maxBytes' | 'maxTextDays' | 'keeps'>): string {
  const maxDays = 'maxDays' in rule ? rule.maxDays : 0;
  const maxCount = 'maxCount' in rule ? rule.maxCount : 0;
  const limits = [
    ...(maxDays > 0 ? [`older than ${describeDays(maxDays)}`] : []),
    ...(maxCount > 0 ? [`beyond the newest ${maxCount.toLocaleString('en-US')}`] : []),
    ...(maxBytes === null ? [] : [`beyond ${formatBytes(maxBytes)}`]),
  ];
  const what = [
    ...(limits.length === 0 ? [] : [`traces ${limits.join(' or ')}`]),
    ...(maxTextDays === null ? [] : [`texts older than ${describeDays(maxTextDays)}`]),
  ];
  if (what.length === 0) return 'Keeps everything';
  const kept = EXEMPTIONS.filter(({ value }) => keeps.includes(value)).map(({ short }) => short);
  const those = limits.length === 0 ? 'of traces' : 'those';
  const except = kept.length === 0 ? '' : `, except ${those} ${kept.join(', ')}`;
  return `Deletes ${what.join(', and ')}${except}`;
}

/** Whether a rule would leave none of the traces of its projects. */
export function isEverything({ traceCount, remainingTraceCount }: Preview): boolean {
  return traceCount > 0 && remainingTraceCount === 0;
}

function describeDays(days: number): string {
  return days === 1 ? 'a day' : `${days} days`;
}

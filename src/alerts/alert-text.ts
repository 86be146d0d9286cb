import type { AlertRuleEntity } from './alert-rule.entity.js';

type Content = Pick<
  AlertRuleEntity,
  | 'name'
  | 'target'
  | 'measure'
  | 'annotation'
  | 'windowMinutes'
  | 'baseline'
  | 'comparison'
  | 'threshold'
>;

const MEASURES: Record<AlertRuleEntity['measure'], string> = {
  COUNT: 'number',
  ERROR_RATE: 'error rate',
  LATENCY_P50: 'median latency',
  LATENCY_P95: '95th percentile of the latency',
  LATENCY_P99: '99th percentile of the latency',
  TOKENS: 'number of tokens',
  COST: 'cost',
  SCORE: 'mean score',
};

const PERCENT = { style: 'percent', maximumFractionDigits: 2 } as const;
const NUMBER = { maximumSignificantDigits: 6 } as const;
const DOLLARS = { style: 'currency', currency: 'USD', maximumFractionDigits: 6 } as const;

/** Describes what a rule watches and how it is, in one sentence. */
export function writeSummary(
  rule: Content,
  projectName: string,
  kind: 'firing' | 'resolved' | 'test',
  value: number | null,
): string {
  const { target, measure, annotation, windowMinutes, comparison, threshold } = rule;
  const ofScore = measure === 'SCORE' ? ` "${annotation}"` : '';
  const subject = `the ${MEASURES[measure]}${ofScore} of ${target.toLowerCase()} in the last ${writeWindow(windowMinutes)}`;
  const shown = value === null ? 'not known' : writeValue(rule, value);
  const side = comparison.toLowerCase();
  const limit = writeValue(rule, threshold);
  return `${writeHeading(rule, projectName, kind)}: ${subject} is ${shown} (fires ${side} ${limit}).`;
}

/** Names a rule and says what happened to it. */
export function writeHeading(
  { name }: Pick<Content, 'name'>,
  projectName: string,
  kind: 'firing' | 'resolved' | 'test',
): string {
  const begin = { firing: 'Alert', resolved: 'Resolved', test: 'Test of the alert' }[kind];
  return `${begin} "${name}" in the project "${projectName}"`;
}

/** Writes a value with its unit. */
function writeValue({ measure, baseline }: Content, value: number): string {
  const write = (options: Intl.NumberFormatOptions, number = value) =>
    number.toLocaleString('en-US', options);
  if (baseline === 'LAST_WEEK') {
    const change = write({ ...PERCENT, signDisplay: 'exceptZero' }, value / 100);
    return `${change} against a week earlier`;
  }
  if (measure === 'ERROR_RATE') return write(PERCENT);
  if (measure === 'COST') return write(DOLLARS);
  return measure.startsWith('LATENCY') ? `${write(NUMBER)} ms` : write(NUMBER);
}

function writeWindow(minutes: number): string {
  const units = [
    { length: 24 * 60, name: 'day' },
    { length: 60, name: 'hour' },
  ];
  const unit = units.find(({ length }) => minutes % length === 0) ?? { length: 1, name: 'minute' };
  const count = minutes / unit.length;
  return count === 1 ? unit.name : `${count} ${unit.name}s`;
}

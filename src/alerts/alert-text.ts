import { ALERT_MEASURES } from '../tracing/figures/measures/alert-measures.contract.js';
import type { PricedCounts } from '../spans/cost-details.js';
import { describeUnpriced } from '../models/describe-unpriced.contract.js';
import type { AlertRuleEntity, AlertSubject } from './alert-rule.entity.js';
import type { AlertGrouping } from './alert-rule.enum.js';

type Content = Omit<AlertSubject, 'condition'> &
  Pick<AlertRuleEntity, 'name' | 'comparison' | 'threshold'>;

/** Names of groupings in texts. */
const GROUPINGS: Record<Exclude<AlertGrouping, 'ATTRIBUTE'>, string> = {
  NAME: 'name',
  MODEL: 'model',
  SPAN_KIND: 'kind of span',
  STATUS: 'status',
  USER: 'user',
  SESSION: 'session',
};

/** A group and its value, if there is one. */
export interface ToldGroup {
  key: string;
  value: number | null;
}

/** The part of a measurement that messages contain. */
export interface ToldMeasurement {
  value: number | null;
  /** Those that fire or resolve; absent for a rule without groups. */
  groups?: readonly ToldGroup[] | undefined;
  /** The calls that the cost covers; null for other measures, or if they could not be counted. */
  priced: PricedCounts | null;
}

/** How many groups a text names; it counts the rest. */
const MAX_NAMED = 10;

const LIST = new Intl.ListFormat('en');

const PERCENT = { style: 'percent', maximumFractionDigits: 2 } as const;
const NUMBER = { maximumSignificantDigits: 6 } as const;
const DOLLARS = { style: 'currency', currency: 'USD', maximumFractionDigits: 6 } as const;

/** Describes what a rule watches and how it is, in one sentence. */
export function writeSummary(
  rule: Content,
  projectName: string,
  kind: 'firing' | 'resolved' | 'test',
  { value, groups, priced }: ToldMeasurement,
): string {
  const { target, metric, measure, annotation, windowMinutes, comparison, threshold } = rule;
  const measured = measure === 'SCORE' ? annotation : metric;
  const named = measured === null ? '' : ` "${measured}"`;
  const subject = `the ${ALERT_MEASURES[measure].label}${named} of ${target.toLowerCase()}${nameGrouping(rule)}${writeWindow(windowMinutes)}`;
  const shown = groups ? writeGroups(rule, groups) : writeKnown(rule, value);
  const side = comparison.toLowerCase();
  const limit = writeValue(rule, threshold);
  return `${writeHeading(rule, projectName, kind)}: ${subject} is ${shown} (fires ${side} ${limit})${writeUnpriced(priced)}.`;
}

function writeUnpriced(priced: PricedCounts | null): string {
  const text = priced && describeUnpriced(priced.tokenSpanCount, priced.unpricedSpanCount);
  return text ? `, with ${text}` : '';
}

/** Writes values with the names of their groups, such as `12% for "ada" and unknown for "ben"`. */
function writeGroups(rule: Content, groups: readonly ToldGroup[]): string {
  if (groups.length === 0) return 'within the threshold for all groups';
  const shown = groups.map(({ key, value }) => `${writeKnown(rule, value)} ${nameGroup(key)}`);
  const rest = groups.length - MAX_NAMED;
  return LIST.format(rest > 1 ? [...shown.slice(0, MAX_NAMED), `${rest} more`] : shown);
}

/** Names a group in a text. Whoever erases a group looks for this. */
export function nameGroup(key: string): string {
  return `for "${key}"`;
}

type Grouping = Pick<Content, 'groupBy' | 'groupAttribute'>;

/** Returns the grouping of a rule in words. Erasing a group searches for these words. */
export function nameGrouping({ groupBy, groupAttribute }: Grouping): string {
  if (!groupBy) return ' in the last ';
  const name = groupBy === 'ATTRIBUTE' ? `"${groupAttribute}"` : GROUPINGS[groupBy];
  return ` by ${name} in the last `;
}

/**
 * Finds in a summary what `nameGrouping` wrote into it, as a regular expression of PostgreSQL, in which one greedy
 * part would make all of it greedy. Groups come later and can contain anything.
 */
export const GROUPING_PATTERN = '": the .+? of [a-z]+?( by .+? in the last )';

/** Reads what `GROUPING_PATTERN` found. */
export function readGrouping(found: string): Grouping | null {
  const groupAttribute = /^ by "(.+)" in the last $/s.exec(found)?.[1];
  if (groupAttribute !== undefined) return { groupBy: 'ATTRIBUTE', groupAttribute };
  const groupings = Object.keys(GROUPINGS) as (keyof typeof GROUPINGS)[];
  const groupBy = groupings.find(
    (name) => found === nameGrouping({ groupBy: name, groupAttribute: null }),
  );
  return groupBy ? { groupBy, groupAttribute: null } : null;
}

function writeKnown(rule: Content, value: number | null): string {
  return value === null ? 'unknown' : writeValue(rule, value);
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
  const { unit } = ALERT_MEASURES[measure];
  if (unit === 'share') return write(PERCENT);
  if (unit === 'US dollars') return write(DOLLARS);
  return unit === 'milliseconds' ? `${write(NUMBER)} ms` : write(NUMBER);
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

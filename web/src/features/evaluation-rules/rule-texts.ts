import { quote } from '../../lib/filter-language/write-condition.js';
import { formatCount } from '../../lib/format/numbers.js';
import type { Rule, RuleTarget } from './api/rules.js';
import type { RuleTab } from './components/rule-slots.js';

interface TargetTexts {
  label: string;
  noun: string;
  /** When one is evaluated. */
  note: string;
  tab: RuleTab;
  /** The route of the list of them. */
  list: `/projects/$projectId/${RuleTab}`;
  /** How conditions of the list name its annotations. */
  annotations: string;
}

/** The kinds of rows that rules evaluate. */
export const TARGETS: Record<RuleTarget, TargetTexts> = {
  SPAN: {
    label: 'Spans',
    noun: 'span',
    note: 'Each span is evaluated a second or two after it arrives.',
    tab: 'spans',
    list: '/projects/$projectId/spans',
    annotations: 'annotations',
  },
  TRACE: {
    label: 'Traces',
    noun: 'trace',
    note: 'A trace is evaluated when none of its spans has arrived for a minute.',
    tab: 'traces',
    list: '/projects/$projectId/traces',
    annotations: 'trace_annotations',
  },
  SESSION: {
    label: 'Sessions',
    noun: 'session',
    note: 'A session is evaluated when none of its spans has arrived for ten minutes.',
    tab: 'sessions',
    list: '/projects/$projectId/sessions',
    annotations: 'session_annotations',
  },
};

/** Returns the condition that lists what has annotations of a rule. */
export function getAnnotatedFilter({ target, name }: Pick<Rule, 'target' | 'name'>): string {
  return `${TARGETS[target].annotations}[${quote(name)}]`;
}

/** 0.1 → `10%`, 0.00125 → `0.125%`: the exact rate, because a rounded one would be wrong. */
export function formatRate(rate: number): string {
  return `${toPercent(rate)}%`;
}

/** 0.07 → `7`: the rate as it is typed. */
export function toPercent(rate: number): string {
  // Seven hundredths times 100 are 7.000000000000001.
  return String(Number((rate * 100).toPrecision(12)));
}

/** `12`, or `12 of 1k` if there is a limit. */
export function formatUsed(
  used: number,
  limit: number | null,
  format: (value: number) => string = formatCount,
): string {
  return limit === null ? format(used) : `${format(used)} of ${format(limit)}`;
}

/** Errors that say themselves what to do. */
const ADVICE = /(?:^|[.:] )(?:Add|Choose|Lower|Map|Request|Set|Store|Use|Write) /;

/** The advice for other errors, by their text. */
const FIXES: readonly [RegExp, string][] = [
  [/API key|credential|_API_KEY/i, 'An administrator can store the key in the settings.'],
  [
    /leads to nothing|is missing/,
    'Edit the rule: map the input to a path that exists in all of them.',
  ],
  [/took longer|timed? ?out/i, 'Choose a faster model or evaluator.'],
  [/has since been deleted/, 'Edit the rule, and choose another evaluator.'],
  [/rate limit|429|too many requests/i, 'Lower the sampling rate, or raise the provider’s limit.'],
];

/** Returns what can be done about the last error of a rule; nothing if the error says so itself. */
export function suggestFix(error: string): string {
  if (ADVICE.test(error)) return '';
  const known = FIXES.find(([pattern]) => pattern.test(error))?.[1];
  return known ?? 'Edit the rule, and try it on recent data.';
}

/**
 * Returns how many there are and how many would be evaluated.
 * @param count of the last 7 days.
 */
export function describeMatching(
  count: number,
  { target, rate }: { target: RuleTarget; rate: number | undefined },
): string {
  const { noun } = TARGETS[target];
  if (count === 0) return `No ${noun} of the last 7 days meets it.`;
  const found = `${formatCount(count)} ${noun}${count === 1 ? '' : 's'} of the last 7 days ${
    count === 1 ? 'meets' : 'meet'
  } it.`;
  if (rate === undefined) return found;
  const daily = (count / 7) * rate;
  const evaluations =
    daily < 1 ? 'less than one evaluation' : `about ${formatCount(Math.round(daily))} evaluations`;
  return `${found} At ${formatRate(rate)}, that is ${evaluations} a day.`;
}

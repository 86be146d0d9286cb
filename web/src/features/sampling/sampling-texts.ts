import {
  formatCost,
  formatCount,
  formatDuration,
  formatExact,
  formatPlural,
} from '../../lib/format/numbers.js';
import { KEPT_BECAUSE } from '../../lib/format/kept-because.js';
import type { Sampling, SamplingCount } from './api/sampling.js';

/** Says what rules keep: `all failed traces, all that take 30 s or longer, and 10% of the rest`. */
export function describeRules({ rules }: Pick<Sampling, 'rules'>): string {
  const { minLatencyMs, minCost, minTokens, scores } = rules;
  const kept = [
    ...(rules.keepsFailed ? ['all failed traces'] : []),
    ...(minLatencyMs === null ? [] : [`all that take ${formatDuration(minLatencyMs)} or longer`]),
    ...(minCost === null ? [] : [`all that cost ${formatCost(minCost)} or more`]),
    ...(minTokens === null ? [] : [`all with ${formatCount(minTokens)} tokens or more`]),
    ...scores.map(describeScore),
    ...(rules.condition === '' ? [] : [`all that meet ${rules.condition}`]),
  ];
  const percent = `${formatExact(rules.share * 100)}%`;
  const whole = rules.sharesSessions ? ', in whole sessions' : '';
  if (kept.length === 0) return `${percent} of its traces${whole}`;
  return `${kept.join(', ')}, and ${percent} of the rest${whole}`;
}

function describeScore({ name, below, labels }: Sampling['rules']['scores'][number]): string {
  const bad = [
    ...(below === null ? [] : [`below ${formatExact(below)}`]),
    ...labels.map((label) => `“${label}”`),
  ];
  return `all whose ${name} is ${bad.join(' or ')}`;
}

/** How many traces were kept, and how many there were. */
export function countKept(counts: readonly SamplingCount[]): { kept: number; all: number } {
  const sum = (rows: readonly SamplingCount[]) =>
    rows.reduce((total, { traceCount }) => total + traceCount, 0);
  const dropped = counts.filter(({ outcome }) => outcome === 'DROPPED');
  return { kept: sum(counts) - sum(dropped), all: sum(counts) };
}

/** Says why traces were kept: `20 failed, 12 slow, 55 by share`. Empty if none were. */
export function describeReasons(counts: readonly SamplingCount[]): string {
  const byOutcome = new Map<string, number>(
    counts.map(({ outcome, traceCount }) => [outcome, traceCount]),
  );
  return Object.entries(KEPT_BECAUSE)
    .map(([outcome, words]) => [byOutcome.get(outcome) ?? 0, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatCount(count)} ${words}`)
    .join(', ');
}

/** Says what rules would do: `Of the newest 1,000 traces, 87 would be kept: 20 failed, …`. */
export function describePreview(counts: readonly SamplingCount[]): string {
  const { kept, all } = countKept(counts);
  if (all === 0) return 'There are no traces yet to try these rules on.';
  const newest = all === 1 ? 'the only trace' : `the newest ${formatPlural(all, 'trace')}`;
  if (kept === 0) return `Of ${newest}, none would be kept.`;
  return `Of ${newest}, ${formatCount(kept)} would be kept: ${describeReasons(counts)}.`;
}

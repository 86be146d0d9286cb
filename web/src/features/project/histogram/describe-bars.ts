import { type Brush, toBounds } from '../../../components/charts/brush.js';
import {
  formatCost,
  formatExact,
  formatLatency,
  formatPlural,
} from '../../../lib/format/numbers.js';
import type { ProjectTab } from '../tabs.js';
import { type Bar, type BarPart, partOf, sumParts } from './bars.js';
import type { Measure } from './use-histogram.js';

const NOUN = { traces: 'trace', spans: 'span', sessions: 'session' } as const;

/** Describes the bars under the pointer or chosen by key. */
export function describeBars(bars: Bar[], brush: Brush, tab: ProjectTab, measure: Measure): string {
  const [first, last] = toBounds(brush);
  const chosen = bars.slice(first, last + 1);
  const sum = (tone: BarPart['tone']) =>
    chosen.reduce((total, bar) => total + partOf(bar, tone), 0);
  if (measure === 'tokens') {
    return `${formatExact(sum('first'))} prompt and ${formatExact(sum('second'))} completion tokens`;
  }
  if (measure === 'cost') {
    return `${formatCost(sum('first'))} for prompts, ${formatCost(sum('second'))} for completions`;
  }
  if (measure === 'latency') {
    const [only] = chosen;
    // Quantiles of several bins cannot be combined.
    if (!only || chosen.length > 1) return formatPlural(chosen.length, 'bar');
    const isEmpty = sumParts(only) === 0;
    return isEmpty
      ? 'nothing'
      : `p50 ${formatLatency(partOf(only, 'first'))}, p99 ${formatLatency(sumParts(only))}`;
  }
  const total = chosen.reduce((count, bar) => count + sumParts(bar), 0);
  // A session is counted in each bin in which it was active.
  const counted = tab === 'sessions' && chosen.length > 1 ? 'up to ' : '';
  return `${counted}${formatPlural(total, NOUN[tab])}, ${formatExact(sum('error'))} failed`;
}

import { formatCost, formatCount, formatLatency } from '../../../lib/format/numbers.js';
import { type Bar, type BarPart, partOf, sumParts } from './bars.js';
import classes from './histogram.module.css';
import type { Measure } from './use-histogram.js';

const ENTRIES: Record<Measure, { tone: BarPart['tone']; label: string }[]> = {
  count: [
    { tone: 'ok', label: 'OK' },
    { tone: 'error', label: 'Failed' },
  ],
  latency: [
    { tone: 'first', label: 'p50' },
    { tone: 'second', label: 'p99' },
  ],
  tokens: [
    { tone: 'first', label: 'Prompt' },
    { tone: 'second', label: 'Completion' },
  ],
  cost: [
    { tone: 'first', label: 'Prompt' },
    { tone: 'second', label: 'Completion' },
  ],
};

/** Writes the height of a bar. */
const FORMAT: Record<Measure, (value: number) => string> = {
  count: formatCount,
  latency: formatLatency,
  tokens: formatCount,
  cost: formatCost,
};

interface LegendProps {
  bars: Bar[];
  measure: Measure;
  highest: number;
  isSearched: boolean;
}

/** Names the parts of the bars, and says how high the highest bar is. */
export function Legend({ bars, measure, highest, isSearched }: LegendProps) {
  const isUnset = (bar: Bar) => partOf(bar, 'unset') > 0;
  const entries =
    measure === 'count' && bars.some(isUnset)
      ? [...ENTRIES.count, { tone: 'unset' as const, label: 'Not set' }]
      : ENTRIES[measure];
  return (
    <>
      {entries.map(({ tone, label }) => (
        <span key={tone} className={classes.entry}>
          <svg viewBox="0 0 10 10" aria-hidden>
            <rect className={classes[tone]} width="10" height="10" rx="2" />
          </svg>
          {label}
        </span>
      ))}
      {isSearched ? null : (
        <span className={classes.entry}>
          <svg viewBox="0 0 10 10" aria-hidden>
            <rect className={classes.unsearched} width="10" height="10" rx="2" />
          </svg>
          Not searched
        </span>
      )}
      {bars.some((bar) => sumParts(bar) > 0) ? (
        <span className={classes.highest} title={`up to ${FORMAT[measure](highest)} a bar`}>
          up to {FORMAT[measure](highest)} a bar
        </span>
      ) : null}
    </>
  );
}

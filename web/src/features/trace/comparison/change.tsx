import { formatCost, formatCount, formatDuration } from '../../../lib/format/numbers.js';
import classes from './change.module.css';

const FORMATS = { latency: formatDuration, count: formatCount, cost: formatCost } as const;

interface ChangeProps {
  of: keyof typeof FORMATS;
  base: number | null | undefined;
  other: number | null | undefined;
}

/** Two figures and how they differ: `1.2 s → 2 s +0.8 s`. A dash stands for one that is unknown. */
export function Change({ of, base, other }: ChangeProps) {
  const format = FORMATS[of];
  const write = (value: number | null | undefined) => (value == null ? '–' : format(value));
  return (
    <span className={`${classes.change} numeric`}>
      <span>{write(base)}</span>
      <span aria-label="in A, and in B">→</span>
      <span>{write(other)}</span>
      <Delta of={of} base={base} other={other} />
    </span>
  );
}

/** How much larger the second of two figures is; nothing if it is equal or one is unknown. */
export function Delta({ of, base, other }: ChangeProps) {
  if (base == null || other == null || base === other) return null;
  const size = FORMATS[of](Math.abs(other - base));
  return (
    <span className={classes.delta}>
      {other > base ? '+' : '−'}
      {size}
    </span>
  );
}

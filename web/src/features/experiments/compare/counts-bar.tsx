import { formatCount, formatPlural } from '../../../lib/format/numbers.js';
import type { Counts } from '../api/comparison-counts.js';
import classes from './counts-bar.module.css';

interface CountsBarProps {
  /** Undefined while they are counted. */
  counts: Counts | undefined;
}

/** How often the others were better, worse or equal to the base, in numbers and as a bar. */
export function CountsBar({ counts }: CountsBarProps) {
  // The server counts from the view of the base: its runs improved where those of the others are
  // worse.
  const better = counts?.numRunsRegressed ?? 0;
  const worse = counts?.numRunsImproved ?? 0;
  const same = counts?.numRunsEqual ?? 0;
  const without = counts?.numRunsWithoutComparison ?? 0;
  return (
    <div className={classes.root} aria-busy={counts === undefined}>
      <dl className={classes.counts}>
        <Count label="better" count={better} />
        <Count label="worse" count={worse} />
        <Count label="same" count={same} />
      </dl>
      <div className={classes.bar} aria-hidden>
        <span data-tone="better" style={{ flexGrow: better }} />
        <span data-tone="worse" style={{ flexGrow: worse }} />
        <span data-tone="same" style={{ flexGrow: same }} />
      </div>
      {without > 0 ? (
        <p className={classes.without}>{formatPlural(without, 'run')} not comparable</p>
      ) : null}
    </div>
  );
}

function Count({ label, count }: { label: 'better' | 'worse' | 'same'; count: number }) {
  return (
    <div data-tone={label} data-none={count === 0 || undefined}>
      <dt>{label}</dt>
      <dd className="numeric">{formatCount(count)}</dd>
    </div>
  );
}

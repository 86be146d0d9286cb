import type { Direction } from '../../../components/score-labels/score-texts.js';
import { formatCount, formatPlural } from '../../../lib/format/numbers.js';
import type { Counts } from '../api/comparison-counts.js';
import classes from './counts-bar.module.css';

interface CountsBarProps {
  /** Undefined while they are counted. */
  counts: Counts | undefined;
  /** Which values are better; absent for metrics, of which less is better. */
  direction?: Direction | undefined;
}

/** How often the others were better, worse or equal to the base, in numbers and as a bar. */
export function CountsBar({ counts, direction }: CountsBarProps) {
  // The server counts from the view of the base: its runs improved where those of the others are
  // worse.
  const better = counts?.numRunsRegressed ?? 0;
  const worse = counts?.numRunsImproved ?? 0;
  const same = counts?.numRunsEqual ?? 0;
  const without = counts?.numRunsWithoutComparison ?? 0;
  const hint = direction && HINTS[direction];
  return (
    <div className={classes.root} aria-busy={counts === undefined}>
      <dl className={classes.counts}>
        {direction === 'NONE' ? null : (
          <>
            <Count label="better" count={better} />
            <Count label="worse" count={worse} />
          </>
        )}
        <Count label="same" count={same} />
      </dl>
      <div className={classes.bar} aria-hidden>
        <span data-tone="better" style={{ flexGrow: better }} />
        <span data-tone="worse" style={{ flexGrow: worse }} />
        <span data-tone="same" style={{ flexGrow: same }} />
      </div>
      {hint === undefined ? null : <p className={classes.note}>{hint}</p>}
      {without > 0 && direction !== 'NONE' ? (
        <p className={classes.note}>{formatPlural(without, 'run')} not comparable</p>
      ) : null}
    </div>
  );
}

/** The directions that need an explanation. */
const HINTS: Partial<Record<Direction, string>> = {
  MINIMIZE: 'Lower is better',
  NONE: 'Neither higher nor lower is better',
};

function Count({ label, count }: { label: 'better' | 'worse' | 'same'; count: number }) {
  return (
    <div data-tone={label} data-none={count === 0 || undefined}>
      <dt>{label}</dt>
      <dd className="numeric">{formatCount(count)}</dd>
    </div>
  );
}

import classes from './progress-bar.module.css';

interface ProgressBarProps {
  /** The name of the work, for screen readers. */
  label: string;
  /** How much, in words. */
  words: string;
  done: number;
  total: number;
  /** The part that has been begun. */
  open?: number;
}

/** A bar, after words that say how much is done. */
export function ProgressBar({ label, words, done, total, open = 0 }: ProgressBarProps) {
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`;
  return (
    <span className={classes.progress}>
      <span className={classes.text}>{words}</span>
      <span
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuenow={done}
        aria-valuemax={total}
        aria-valuetext={words}
        className={classes.track}
      >
        <span className={classes.done} style={{ width: share(done) }} />
        <span className={classes.open} style={{ width: share(open) }} />
      </span>
    </span>
  );
}

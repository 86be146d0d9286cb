import { describeProgress } from '../queue-texts.js';
import type { Queue } from '../api/queues.js';
import classes from './queue-progress.module.css';

/** How many items of a queue are done, as `12 of 50` and a bar. */
export function QueueProgress({ progress }: { progress: Queue['progress'] }) {
  const { total, done, inProgress } = progress;
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`;
  const words = describeProgress(progress);
  return (
    <span className={classes.progress}>
      <span className={classes.text}>{words}</span>
      <span
        role="progressbar"
        aria-label="Items done"
        aria-valuemin={0}
        aria-valuenow={done}
        aria-valuemax={total}
        aria-valuetext={words}
        className={classes.track}
      >
        <span className={classes.done} style={{ width: share(done) }} />
        <span className={classes.open} style={{ width: share(inProgress) }} />
      </span>
    </span>
  );
}

import { ProgressBar } from '../../../../components/data-display/progress-bar.js';
import type { Queue } from '../api/queues.js';
import { describeProgress } from '../queue-texts.js';

/** How many items of a queue are done, as `12 of 50` and a bar. */
export function QueueProgress({ progress }: { progress: Queue['progress'] }) {
  const { total, done, inProgress } = progress;
  const words = describeProgress(progress);
  return (
    <ProgressBar label="Items done" words={words} done={done} total={total} open={inProgress} />
  );
}

import { ProgressBar } from '../../../components/data-display/progress-bar.js';
import { formatCount } from '../../../lib/format/numbers.js';
import type { Backfill } from '../api/rules.js';

/** How far the evaluation of the past is, as `12 of 50` and a bar. */
export function BackfillProgress({ backfill }: { backfill: Backfill }) {
  const { selectedCount, doneCount, isRunning } = backfill;
  const done = formatCount(doneCount);
  // The bar is full even if nothing was found.
  const [part, total] = isRunning ? [doneCount, selectedCount] : [1, 1];
  return (
    <ProgressBar
      label="Past data evaluated"
      words={isRunning ? `${done} of ${formatCount(selectedCount)}` : `${done} done`}
      done={part}
      total={total}
    />
  );
}

import { Tooltip } from '@mantine/core';
import { ProgressBar } from '../../../components/data-display/progress-bar.js';
import { formatCount } from '../../../lib/format/numbers.js';
import type { Backfill } from '../api/rules.js';

/** How far the evaluation of past traces is, as `12 of 50` and a bar. */
export function BackfillProgress({ backfill }: { backfill: Backfill }) {
  const { selectedCount, doneCount, isRunning, error } = backfill;
  const words =
    isRunning || error !== null
      ? `${formatCount(doneCount)} of ${formatCount(selectedCount)}`
      : `${formatCount(doneCount)} done`;
  // Without this, a backfill that found nothing would look as if it had not begun.
  const total = isRunning ? selectedCount : Math.max(selectedCount, 1);
  const done = isRunning ? doneCount : total;
  const bar = <ProgressBar label="Past data evaluated" words={words} done={done} total={total} />;
  return error === null ? bar : <Tooltip label={error}>{bar}</Tooltip>;
}

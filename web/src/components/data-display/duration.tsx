import { Tooltip } from '@mantine/core';
import { formatDurationExact, formatLatency } from '../../lib/format/numbers.js';

/** A shortened duration in milliseconds, with the exact value in the tooltip. A dash if unknown. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  if (ms == null) return <span aria-label="unknown">–</span>;
  return (
    <Tooltip
      label={
        ms < 0 ? 'The end time is missing or earlier than the start time' : formatDurationExact(ms)
      }
    >
      <span className="numeric">{formatLatency(ms)}</span>
    </Tooltip>
  );
}

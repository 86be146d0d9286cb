import { Tooltip } from '@mantine/core';
import { formatDuration, formatDurationExact } from '../lib/format.js';

/** A duration in milliseconds, humanised; the exact value in the tooltip. A dash when unknown. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  if (ms == null) return <span aria-label="unknown">–</span>;
  return (
    <Tooltip label={formatDurationExact(ms)}>
      <span className="numeric">{formatDuration(ms)}</span>
    </Tooltip>
  );
}

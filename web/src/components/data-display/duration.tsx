import { Tooltip } from '@mantine/core';
import { formatDurationExact, formatLatency } from '../../lib/format/numbers.js';

/** A duration in milliseconds, humanised; the exact value in the tooltip. A dash when unknown. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  if (ms == null) return <span aria-label="unknown">–</span>;
  return (
    <Tooltip
      label={ms < 0 ? 'Its end was not recorded or lies before its start' : formatDurationExact(ms)}
    >
      <span className="numeric">{formatLatency(ms)}</span>
    </Tooltip>
  );
}

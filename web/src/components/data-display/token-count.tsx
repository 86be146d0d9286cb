import { Tooltip } from '@mantine/core';
import { formatCount, formatExact } from '../../lib/format/numbers.js';

interface TokenCountProps {
  total: number | null | undefined;
  prompt?: number | null | undefined;
  completion?: number | null | undefined;
  /** Prompt tokens that came from the provider’s cache. */
  cached?: number | null | undefined;
}

/** A shortened token count; the tooltip splits it into prompt and completion. A dash if none are known. */
export function TokenCount({ total, prompt, completion, cached }: TokenCountProps) {
  if (!total) return <span aria-label="no tokens">–</span>;
  return (
    <Tooltip
      label={
        <span className="numeric">
          {formatExact(total)} tokens
          {prompt == null ? null : <br />}
          {prompt == null ? null : `prompt ${formatExact(prompt)}`}
          {cached ? ` (${formatExact(cached)} cached)` : null}
          {completion == null ? null : <br />}
          {completion == null ? null : `completion ${formatExact(completion)}`}
        </span>
      }
    >
      <span className="numeric">{formatCount(total)}</span>
    </Tooltip>
  );
}

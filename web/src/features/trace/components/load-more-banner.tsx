import { Button } from '@mantine/core';
import { formatExact } from '../../../lib/format/numbers.js';
import type { LoadedTrace } from '../api/use-trace.js';
import classes from './load-more-banner.module.css';

/** Shows how much of a large trace is loaded. Scrolling loads more; the button loads everything. */
export function LoadMoreBanner({ trace: { trace, loaded, ...more } }: { trace: LoadedTrace }) {
  if (!trace || loaded.isComplete) return null;
  const count = Math.min(loaded.spans.length + more.pendingCount, trace.numSpans);
  return (
    <div className={classes.banner}>
      <output className="numeric">
        {formatExact(count)} of {formatExact(trace.numSpans)} spans loaded
        {more.moreError ? (
          <span className={classes.failed}>; the next ones could not be loaded</span>
        ) : null}
      </output>
      <Button
        size="compact-xs"
        variant="default"
        loading={more.isLoadingMore}
        onClick={more.loadAll}
      >
        Load all
      </Button>
    </div>
  );
}

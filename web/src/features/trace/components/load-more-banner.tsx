import { Button } from '@mantine/core';
import { formatExact } from '../../../lib/format/numbers.js';
import type { LoadedTrace } from '../api/use-trace.js';
import { SPAN_PAGE_SIZE } from '../api/trace-query.js';
import classes from './load-more-banner.module.css';

/** Shows how much of a very large trace is loaded, and loads the rest on request. */
export function LoadMoreBanner({ loaded }: { loaded: LoadedTrace }) {
  const { trace, loadedCount, hasMore, loadingMore, moreError, loadMore } = loaded;
  if (!trace || !hasMore) return null;
  const left = Math.max(trace.numSpans - loadedCount, 0);
  const next = Math.min(left || SPAN_PAGE_SIZE, SPAN_PAGE_SIZE);
  return (
    <div className={classes.banner}>
      <output className="numeric">
        {formatExact(loadedCount)} of {formatExact(trace.numSpans)} spans loaded
        {moreError ? (
          <span className={classes.failed}>; the next page could not be loaded</span>
        ) : null}
      </output>
      <span className={classes.actions}>
        <Button
          size="compact-xs"
          variant="default"
          loading={loadingMore}
          onClick={() => void loadMore(false)}
        >
          Load next {formatExact(next)}
        </Button>
        {left > SPAN_PAGE_SIZE ? (
          <Button
            size="compact-xs"
            variant="default"
            disabled={loadingMore}
            onClick={() => void loadMore(true)}
          >
            Load all
          </Button>
        ) : null}
      </span>
    </div>
  );
}

import { Skeleton } from '@mantine/core';
import type { TreeSpan } from '../api/trace-query.js';
import { SpanHeader } from './span-header.js';
import classes from './span-skeleton.module.css';

/** A span while it loads: the fields that the tree has loaded, and placeholders for the rest. */
export function SpanSkeleton({ known }: { known: TreeSpan | undefined }) {
  return (
    <section aria-busy="true" aria-label="Loading span">
      {known ? (
        <SpanHeader span={known} attributes={null} />
      ) : (
        <div className={classes.header}>
          <Skeleton width={260} height={22} />
          <Skeleton width="min(420px, 90%)" height={16} />
        </div>
      )}
      <div className={classes.tabs}>
        {[28, 62, 42, 64].map((width) => (
          <Skeleton key={width} width={width} height={14} />
        ))}
      </div>
      <div className={classes.body}>
        <Skeleton width={120} height={14} />
        <Skeleton height={96} />
        <Skeleton width={120} height={14} />
        <Skeleton height={180} />
      </div>
    </section>
  );
}

import { Skeleton } from '@mantine/core';
import classes from './span-skeleton.module.css';

/** The shape of a span while it loads: header, tabs, two texts. */
export function SpanSkeleton() {
  return (
    <section className={classes.skeleton} aria-busy="true" aria-label="Loading the span">
      <div className={classes.line}>
        <Skeleton width={64} height={20} />
        <Skeleton width={220} height={20} />
      </div>
      <div className={classes.line}>
        <Skeleton width={96} height={14} />
        <Skeleton width={80} height={14} />
        <Skeleton width={200} height={14} />
      </div>
      <Skeleton height={1} />
      <Skeleton width={120} height={14} />
      <Skeleton height={96} />
      <Skeleton width={120} height={14} />
      <Skeleton height={180} />
    </section>
  );
}

import { Skeleton } from '@mantine/core';
import { SpanSkeleton } from '../detail/span-skeleton.js';
import classes from './trace-skeleton.module.css';

/** Widths and indents of the names in a placeholder tree, in pixels. */
const rows: readonly [number, number][] = [
  [0, 150],
  [16, 190],
  [32, 120],
  [32, 160],
  [16, 140],
  [32, 210],
  [48, 110],
  [16, 170],
];

/** A trace-shaped placeholder. */
export function TraceSkeleton({ narrow }: { narrow: boolean }) {
  return (
    <section aria-busy="true" aria-label="Loading trace">
      <div className={classes.header}>
        <Skeleton width={260} height={22} />
        <Skeleton width="min(460px, 90%)" height={14} />
      </div>
      <div className={narrow ? undefined : classes.sides}>
        <div className={classes.tree}>
          {rows.map(([indent, width], place) => (
            <div key={place} className={classes.row} style={{ paddingLeft: indent }}>
              <Skeleton width={20} height={20} />
              <Skeleton width={width} height={14} />
            </div>
          ))}
        </div>
        {narrow ? null : <SpanSkeleton known={undefined} />}
      </div>
    </section>
  );
}

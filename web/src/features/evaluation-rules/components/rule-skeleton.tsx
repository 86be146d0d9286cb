import { Skeleton } from '@mantine/core';
import classes from './rule-skeleton.module.css';

/** The page of a rule while it loads. */
export function RuleSkeleton() {
  return (
    <div className={classes.page} aria-busy>
      <Skeleton width={240} height={26} />
      <Skeleton height={56} />
      <Skeleton height={260} />
    </div>
  );
}

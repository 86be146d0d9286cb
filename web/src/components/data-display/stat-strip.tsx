import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './stat-strip.module.css';

/** One figure of a `StatStrip`. */
export interface Stat {
  label: string;
  /** Undefined while it loads. */
  value: ReactNode | undefined;
  /** Small text beside the value, such as a percentage. */
  note?: ReactNode;
  tone?: 'error' | undefined;
}

/** A row of figures about the list below. */
export function StatStrip({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className={classes.strip}>
      {stats.map((stat) => (
        <div key={stat.label} className={classes.stat}>
          <dt title={stat.label}>{stat.label}</dt>
          <dd data-tone={stat.tone} className="numeric">
            {stat.value === undefined ? <Skeleton width={48} height={14} my={4} /> : stat.value}
            {stat.note ? <small>{stat.note}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** A name and value in a line of details; nothing if there is no value. */
export function Fact({ name, children }: { name: string; children?: ReactNode }) {
  if (children === undefined || children === null || children === '') return null;
  return (
    <div className={classes.fact}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}

/** A line of details that wraps. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

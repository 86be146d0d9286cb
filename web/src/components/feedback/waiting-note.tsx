import type { ReactNode } from 'react';
import classes from './waiting-note.module.css';

/** Says that the page looks out for something, which appears by itself. */
export function WaitingNote({ children }: { children: ReactNode }) {
  return (
    <output className={classes.waiting}>
      <span className={classes.pulse} aria-hidden />
      {children}
    </output>
  );
}

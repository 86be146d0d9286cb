import type { ReactNode } from 'react';
import classes from './waiting-note.module.css';

/** Says that the page is waiting for something that will appear automatically. */
export function WaitingNote({ children }: { children: ReactNode }) {
  return (
    <output className={classes.waiting}>
      <span className={classes.pulse} aria-hidden />
      {children}
    </output>
  );
}

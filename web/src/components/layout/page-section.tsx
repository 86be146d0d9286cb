import { type ReactNode, useId } from 'react';
import classes from './page-section.module.css';

interface SectionProps {
  title: string;
  /** Shown next to the title. */
  note?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export function PageSection({ title, note, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {note ? <span className={classes.note}>{note}</span> : null}
        {actions ? <span className={classes.actions}>{actions}</span> : null}
      </div>
      {children}
    </section>
  );
}

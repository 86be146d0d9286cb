import type { ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  /** The content at the left of the card’s header; without it, there is no header. */
  title?: ReactNode;
  /** Buttons at the right of the header. */
  actions?: ReactNode;
  /** The CSS color of the edge, which shows who is speaking. */
  edge?: string;
  children?: ReactNode;
}

/** A bordered box for one text or value. */
export function Card({ title, actions, edge, children }: CardProps) {
  return (
    <div
      className={classes.card}
      style={edge ? { borderLeftColor: edge } : undefined}
      data-edged={edge ? true : undefined}
    >
      {title ? (
        <div className={classes.head}>
          <div className={classes.title}>{title}</div>
          {actions}
        </div>
      ) : null}
      {children ? <div className={classes.body}>{children}</div> : null}
    </div>
  );
}

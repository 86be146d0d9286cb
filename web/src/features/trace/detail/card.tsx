import type { ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  /** What stands at the left of the card's head; no head without it. */
  title?: ReactNode;
  /** Buttons at the right of the head. */
  actions?: ReactNode;
  /** CSS colour of the edge, for whose words these are. */
  edge?: string;
  children?: ReactNode;
}

/** A bordered sheet for one text or value. */
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

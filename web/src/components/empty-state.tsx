import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** Why there is nothing, and what would be here. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** Says why nothing is shown and offers the next step. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      {Icon ? <Icon size={28} strokeWidth={1.5} className={classes.icon} aria-hidden /> : null}
      <h2 className={classes.title}>{title}</h2>
      {children ? <div className={classes.text}>{children}</div> : null}
      {action}
    </div>
  );
}

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** It is all there is on the page, so its title is the page's. */
  isPage?: boolean;
  /** Why there is nothing, and what would be here. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** Says why nothing is shown and offers the next step. */
export function EmptyState({
  icon: Icon,
  title,
  isPage = false,
  children,
  action,
}: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className={classes.root}>
      {Icon ? <Icon size={28} strokeWidth={1.5} className={classes.icon} aria-hidden /> : null}
      <Title className={classes.title}>{title}</Title>
      {children ? <div className={classes.text}>{children}</div> : null}
      {action}
    </div>
  );
}

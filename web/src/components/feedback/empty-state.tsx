import { Button } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** Whether it fills the whole page, so that its title becomes the page’s heading. */
  isPage?: boolean;
  /** Explains why the page is empty and what would be here. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** Explains why there is nothing to show, and offers the next step. */
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

interface NoMatchesProps {
  icon: LucideIcon;
  /** The plural noun of the rows, such as `datasets`. */
  nouns: string;
  onClear: () => void;
  /** Which filters exclude everything. */
  children: ReactNode;
}

/** Says that no rows match the filters, which it can clear. */
export function NoMatches({ icon, nouns, onClear, children }: NoMatchesProps) {
  return (
    <EmptyState
      icon={icon}
      title={`No ${nouns} match`}
      action={
        <Button variant="default" onClick={onClear}>
          Show all {nouns}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

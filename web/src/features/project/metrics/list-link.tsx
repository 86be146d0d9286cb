import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ListTarget, toLocation } from './list-target.js';
import { useMetrics } from './metrics-context.js';

interface ListLinkProps {
  /** Undefined for what no list has. */
  target: ListTarget | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A link to a list in the time range of the page, or only its content. */
export function ListLink({ target, className, children }: ListLinkProps) {
  const scope = useMetrics();
  if (!target) return <span className={className}>{children}</span>;
  return (
    <Link {...toLocation(target, scope, scope.range)} className={className}>
      {children}
    </Link>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ListTarget, toLocation } from './list-target.js';
import { useMetrics } from './metrics-context.js';

interface ListLinkProps {
  target: ListTarget;
  className?: string | undefined;
  children: ReactNode;
}

/** A link to a list in the time range of the page. */
export function ListLink({ target, className, children }: ListLinkProps) {
  const scope = useMetrics();
  return (
    <Link {...toLocation(target, scope, scope.range)} className={className}>
      {children}
    </Link>
  );
}

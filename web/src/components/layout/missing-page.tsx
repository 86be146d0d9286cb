import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RequestError } from '../../lib/data/request-error.js';
import { isNotFound } from '../../lib/errors/server-errors.js';
import { EmptyState } from '../feedback/empty-state.js';
import { ErrorState } from '../feedback/error-state.js';
import { type Crumb, useBreadcrumbs } from './page-chrome.js';

interface NotFoundPageProps {
  icon: LucideIcon;
  /** The missing thing, such as `Dataset`. */
  what: string;
  /** Where to go instead, and the label of the button that goes there. */
  instead?: Pick<Crumb, 'label' | 'link'> | undefined;
}

/** Says that a link leads to nothing. */
export function NotFoundPage({ icon, what, instead }: NotFoundPageProps) {
  const navigate = useNavigate();
  return (
    <EmptyState
      isPage
      icon={icon}
      title={`${what} not found`}
      action={
        instead ? (
          <Button variant="default" onClick={() => void navigate(instead.link ?? {})}>
            {instead.label}
          </Button>
        ) : null
      }
    >
      It may have been deleted, or the link is incomplete.
    </EmptyState>
  );
}

interface MissingPageProps extends NotFoundPageProps {
  /** The page above this one. */
  above: Crumb;
  error: RequestError | undefined;
  /** Whether the server has answered. */
  isAnswered: boolean;
  onRetry: () => void;
  /** The frame of the page, while it loads. */
  children: ReactNode;
}

/** A page without data: its frame while that loads, or the reason why there is none. */
export function MissingPage(props: MissingPageProps) {
  const { error, isAnswered, children } = props;
  if (error && !isNotFound(error)) return <UnreadPage {...props} />;
  return error || isAnswered ? <NothingHere {...props} /> : children;
}

function UnreadPage({ above, error, onRetry }: MissingPageProps) {
  useBreadcrumbs([above]);
  return <ErrorState isPage error={error} onRetry={onRetry} />;
}

function NothingHere({ above, ...page }: MissingPageProps) {
  useBreadcrumbs([above, { label: 'Not found' }]);
  return <NotFoundPage {...page} />;
}

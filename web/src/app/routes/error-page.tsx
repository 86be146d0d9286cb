import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '../../components/feedback/error-state.js';
import { isMissingPart } from '../../lib/errors/server-errors.js';

/**
 * Shown if a page fails. Says whether the server or the page failed, with a button to try again.
 */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    if (isMissingPart(error)) {
      location.reload();
      return;
    }
    reset();
    void router.invalidate();
  };
  return <ErrorState isPage error={error} onRetry={retry} />;
}

import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '../../components/feedback/error-state.js';
import { isMissingPart } from '../../lib/errors/server-errors.js';

/** Shown when a page broke: says whether it was the server or the page, and tries again. */
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

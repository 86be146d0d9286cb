import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ChangePasswordForm } from '../../../components/passwords/change-password-form.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { safeReturnPath } from '../../../lib/routing/return-path.js';
import { useViewer } from '../../../lib/session/viewer.js';
import { AccountFrame } from '../components/account-frame.js';
import { pageUrl } from '../use-way-in.js';

const route = getRouteApi('/reset-password');

/** A password that somebody else gave has to be replaced before anything else. */
export function ChangePasswordPage() {
  const { viewer, isPending, error, retry } = useViewer();
  const returnPath = safeReturnPath(route.useSearch().returnUrl);
  // Whoever need not change it came by an old link.
  const isDone = !isPending && !error && viewer?.passwordNeedsReset !== true;
  useEffect(() => {
    if (isDone) location.replace(pageUrl(returnPath));
  }, [isDone, returnPath]);

  if (error) return <ErrorState isPage error={error} onRetry={retry} />;
  if (isPending || isDone || !viewer) return null;
  const goOn = () => {
    const query = new URLSearchParams({ message: 'password_changed', returnUrl: returnPath });
    location.replace(pageUrl(`/login?${query}`));
  };
  return (
    <AccountFrame
      title="Choose your own password"
      intro="The one you signed in with was set by somebody else. Choose one that only you know, and sign in with it."
    >
      <ChangePasswordForm username={viewer.email ?? viewer.username} onChanged={goOn} />
    </AccountFrame>
  );
}

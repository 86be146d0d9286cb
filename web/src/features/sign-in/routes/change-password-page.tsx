import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ChangePasswordForm } from '../../../components/passwords/change-password-form.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { readReturnPath } from '../../../lib/routing/return-path.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { AccountFrame } from '../components/account-frame.js';
import { buildPageUrl } from '../use-skipped-sign-in.js';

const route = getRouteApi('/reset-password');

/** Users whose password was set by someone else must change it first. */
export function ChangePasswordPage() {
  const { viewer, isPending, error, retry } = useViewer();
  const returnPath = readReturnPath(route.useSearch().returnUrl);
  // Users who need not change their password followed an old link.
  const isDone = !isPending && !error && viewer?.passwordNeedsReset !== true;
  useEffect(() => {
    if (isDone) location.replace(buildPageUrl(returnPath));
  }, [isDone, returnPath]);

  if (error) return <ErrorState isPage error={error} onRetry={retry} />;
  if (isPending || isDone || !viewer) return null;
  const goOn = () => {
    const query = new URLSearchParams({ message: 'password_changed', returnUrl: returnPath });
    location.replace(buildPageUrl(`/login?${query}`));
  };
  return (
    <AccountFrame
      title="Choose a new password"
      intro="Someone else set the password you signed in with. Choose one that only you know, then sign in with it."
    >
      <ChangePasswordForm username={viewer.email ?? viewer.username} onChanged={goOn} />
    </AccountFrame>
  );
}

import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorState } from '../../components/feedback/error-state.js';
import { basePath } from '../../lib/page/base-url.js';
import { pageConfig } from '../../lib/page/page-config.js';
import { getReturnPath } from '../../lib/routing/return-path.js';
import { goToSignIn, rememberSession } from '../../lib/session/server-fetch.js';
import { forgetSignedOut } from '../../lib/session/signed-out.js';
import { useViewer } from '../../lib/viewer/viewer.js';

/**
 * Renders its children once the user is known, so that controls they may not use never flash up.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const { viewer, isPending, error, retry } = useViewer();
  const { authenticationEnabled } = pageConfig;
  const isNobody = authenticationEnabled && !isPending && !error && !viewer;
  const isSomebody = viewer !== null;
  useEffect(() => {
    if (isNobody) goToSignIn();
    if (!isSomebody) return;
    rememberSession(1);
    forgetSignedOut();
  }, [isNobody, isSomebody]);

  if (!authenticationEnabled) return children;
  if (viewer?.passwordNeedsReset) return <GoFirst to="/reset-password" />;
  if (viewer?.secondFactor?.isMissing) return <GoFirst to="/second-factor" />;
  if (viewer) return children;
  return error ? <ErrorState isPage error={error} onRetry={retry} /> : null;
}

/**
 * Redirects to what the user must do before anything else. Reads the current URL once, before it
 * changes.
 */
function GoFirst({ to }: { to: '/reset-password' | '/second-factor' }) {
  const [returnUrl] = useState(() => getReturnPath(location, basePath));
  return <Navigate to={to} search={{ returnUrl }} replace />;
}

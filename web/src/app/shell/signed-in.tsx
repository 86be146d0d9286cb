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
  if (viewer) return viewer.passwordNeedsReset ? <ChangePasswordFirst /> : children;
  return error ? <ErrorState isPage error={error} onRetry={retry} /> : null;
}

/**
 * Redirects to the page that changes the password. Reads the current URL once, before it changes.
 */
function ChangePasswordFirst() {
  const [returnUrl] = useState(() => getReturnPath(location, basePath));
  return <Navigate to="/reset-password" search={{ returnUrl }} replace />;
}

import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorState } from '../../components/feedback/error-state.js';
import { basePath } from '../../lib/page/base-url.js';
import { pageConfig } from '../../lib/page/page-config.js';
import { returnPath } from '../../lib/routing/return-path.js';
import { goToSignIn, noteSession } from '../../lib/session/server-fetch.js';
import { forgetSignedOut } from '../../lib/session/signed-out.js';
import { useViewer } from '../../lib/session/viewer.js';

/** Its children once it is known who is at the page, so that what they may not do never shows. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { viewer, isPending, error, retry } = useViewer();
  const { authenticationEnabled } = pageConfig;
  const isNobody = authenticationEnabled && !isPending && !error && !viewer;
  const isSomebody = viewer !== null;
  useEffect(() => {
    if (isNobody) goToSignIn();
    if (!isSomebody) return;
    noteSession(1);
    forgetSignedOut();
  }, [isNobody, isSomebody]);

  if (!authenticationEnabled) return children;
  if (viewer) return viewer.passwordNeedsReset ? <ChangePasswordFirst /> : children;
  return error ? <ErrorState isPage error={error} onRetry={retry} /> : null;
}

/** The way to a password of one's own. Where one was is read once, before the address changes. */
function ChangePasswordFirst() {
  const [returnUrl] = useState(() => returnPath(location, basePath));
  return <Navigate to="/reset-password" search={{ returnUrl }} replace />;
}

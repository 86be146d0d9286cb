import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Fingerprint, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { AuthenticatorSetup } from '../../../components/second-factor/authenticator-setup.js';
import { PasskeySetup } from '../../../components/second-factor/passkey-setup.js';
import { canUsePasskeys } from '../../../lib/browser/passkeys.js';
import { readReturnPath } from '../../../lib/routing/return-path.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { AccountFrame } from '../components/account-frame.js';
import { buildPageUrl } from '../use-skipped-sign-in.js';

const route = getRouteApi('/second-factor');

/** If this server requires a second factor, users must add one first. */
export function SecondFactorPage() {
  const { viewer, isPending, error, retry } = useViewer();
  const returnPath = readReturnPath(route.useSearch().returnUrl);
  const [kind, setKind] = useState<'passkey' | 'authenticator'>();
  // Users who already have one followed an old link.
  const isDone = !isPending && !error && viewer?.secondFactor?.isMissing !== true;
  useEffect(() => {
    if (isDone) location.replace(buildPageUrl(returnPath));
  }, [isDone, returnPath]);

  if (error) return <ErrorState isPage error={error} onRetry={retry} />;
  if (isPending || isDone) return null;
  const setup = {
    onCancel: () => setKind(undefined),
    onDone: () => location.replace(buildPageUrl(returnPath)),
  };
  return (
    <AccountFrame
      title="Add a second factor"
      intro="This server requires more than a password. Choose what you want to use."
    >
      {kind === 'passkey' ? <PasskeySetup {...setup} /> : null}
      {kind === 'authenticator' ? <AuthenticatorSetup {...setup} /> : null}
      {kind === undefined ? (
        <>
          {canUsePasskeys() ? (
            <Button
              leftSection={<Fingerprint size={15} aria-hidden />}
              onClick={() => setKind('passkey')}
            >
              Passkey
            </Button>
          ) : null}
          <Button
            variant="default"
            leftSection={<Smartphone size={15} aria-hidden />}
            onClick={() => setKind('authenticator')}
          >
            Authenticator app
          </Button>
        </>
      ) : null}
    </AccountFrame>
  );
}

import { Button, Divider, Loader, SegmentedControl, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Fingerprint, KeyRound } from 'lucide-react';
import { Notice } from '../../../components/feedback/notice.js';
import { canUsePasskeys } from '../../../lib/browser/passkeys.js';
import { pageConfig, type SignInLink } from '../../../lib/page/page-config.js';
import { readReturnPath } from '../../../lib/routing/return-path.js';
import { rememberSession } from '../../../lib/session/server-fetch.js';
import {
  buildSignInUrl,
  type SecondFactorName,
  signIn,
  signInWithDirectory,
  signInWithPasskey,
} from '../api/sign-in.js';
import { AccountFrame } from '../components/account-frame.js';
import { CredentialsForm } from '../components/credentials-form.js';
import { SecondStepForm } from '../components/second-step-form.js';
import { describeMessage, describeSignInError } from '../sign-in-messages.js';
import { buildPageUrl, useSkippedSignIn } from '../use-skipped-sign-in.js';

const route = getRouteApi('/login');

/** All sign-in methods of this server. */
export function LoginPage() {
  const search = route.useSearch();
  const returnPath = readReturnPath(search.returnUrl);
  const isLeaving = useSkippedSignIn(search, returnPath);
  const { basicAuthDisabled, ldapEnabled, signInLinks } = pageConfig;
  const hasPasskeys = !basicAuthDisabled && canUsePasskeys();
  const hasForm = !basicAuthDisabled || ldapEnabled;
  const error = describeSignInError(search.error);
  const message = describeMessage(search.message);
  const [factors, setFactors] = useState<readonly SecondFactorName[]>();
  const [startOver, setStartOver] = useState<string>();

  const goOn = () => {
    rememberSession(Date.now());
    location.replace(buildPageUrl(returnPath));
  };
  if (isLeaving) {
    return (
      <AccountFrame title="Signing in">
        <Loader size="sm" aria-label="Signing in" />
      </AccountFrame>
    );
  }
  if (factors) {
    return (
      <AccountFrame title="Confirm it’s you">
        <SecondStepForm
          factors={factors}
          onSignedIn={goOn}
          onStartOver={(reason) => {
            setStartOver(reason);
            setFactors(undefined);
          }}
        />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Sign in" foot={basicAuthDisabled ? undefined : <ForgotPassword />}>
      {error ? <Notice tone="error">{error}</Notice> : null}
      {message ? <Notice tone="success">{message}</Notice> : null}
      {startOver ? <Notice tone="warning">{startOver}</Notice> : null}
      {hasForm ? <Forms onSignedIn={goOn} onSecondStep={setFactors} /> : null}
      {hasForm && (hasPasskeys || signInLinks.length > 0) ? <Divider label="or" /> : null}
      {hasPasskeys ? <PasskeyButton onSignedIn={goOn} /> : null}
      {signInLinks.length > 0 ? <LinkButtons links={signInLinks} returnUrl={returnPath} /> : null}
    </AccountFrame>
  );
}

const WAYS = [
  { value: 'local', label: 'Email' },
  { value: 'directory', label: 'Directory' },
] as const;

interface FormsProps {
  onSignedIn: () => void;
  onSecondStep: (factors: readonly SecondFactorName[]) => void;
}

/** Sign-in with a Spandrel password, with the directory, or with a choice of both. */
function Forms({ onSignedIn, onSecondStep }: FormsProps) {
  const { basicAuthDisabled, ldapEnabled } = pageConfig;
  const [way, setWay] = useState<'local' | 'directory'>(basicAuthDisabled ? 'directory' : 'local');
  return (
    <>
      {ldapEnabled && !basicAuthDisabled ? (
        <SegmentedControl
          fullWidth
          aria-label="Account"
          data={[...WAYS]}
          value={way}
          onChange={(value) => setWay(value)}
        />
      ) : null}
      {way === 'local' ? (
        <CredentialsForm
          key="local"
          nameLabel="Email"
          nameType="email"
          signIn={signIn}
          wrongText="Wrong email or password."
          onSignedIn={onSignedIn}
          onSecondStep={onSecondStep}
        />
      ) : (
        <CredentialsForm
          key="directory"
          nameLabel="Username"
          nameType="text"
          signIn={signInWithDirectory}
          wrongText="Wrong username or password, or the account has no access to this server."
          onSignedIn={onSignedIn}
        />
      )}
    </>
  );
}

/** Sign-in with a passkey alone. */
function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const ask = async () => {
    setIsBusy(true);
    setRefusal(undefined);
    const { outcome, problem } = await signInWithPasskey();
    if (problem === undefined && !outcome) {
      onSignedIn();
      return;
    }
    setRefusal(outcome?.text ?? problem ?? undefined);
    setIsBusy(false);
  };
  return (
    <>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Button
        variant="default"
        fullWidth
        loading={isBusy}
        leftSection={<Fingerprint size={15} aria-hidden />}
        onClick={() => void ask()}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}

function ForgotPassword() {
  if (pageConfig.passwordResetEmailEnabled) {
    return <Link to="/forgot-password">Forgot your password?</Link>;
  }
  return 'Forgot your password? Ask an administrator to reset it.';
}

interface LinkButtonsProps {
  links: readonly SignInLink[];
  returnUrl: string;
}

/** A button for each way to sign in elsewhere. */
function LinkButtons({ links, returnUrl }: LinkButtonsProps) {
  return (
    <Stack gap="xs">
      {links.map(({ path, displayName }) => (
        <Button
          key={path}
          component="a"
          data-button
          href={buildSignInUrl(path, returnUrl)}
          variant="default"
          fullWidth
          leftSection={<KeyRound size={15} aria-hidden />}
        >
          Continue with {displayName}
        </Button>
      ))}
    </Stack>
  );
}

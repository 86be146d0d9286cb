import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Notice } from '../../../components/feedback/notice.js';
import { AccountFrame } from '../components/account-frame.js';
import { describeSignInError } from '../sign-in-words.js';

const route = getRouteApi('/logout');

/**
 * Says that the session has ended. Where there are no passwords, those whom a provider did not sign in
 * come here too: the sign-in would send them to the provider once more.
 */
export function LogoutPage() {
  const error = describeSignInError(route.useSearch().error);
  if (error) {
    return (
      <AccountFrame title="You are not signed in">
        <Notice tone="error">{error}</Notice>
        <SignInButton label="Try again" />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="You have signed out"
      intro="This browser has no access to the server any more."
    >
      <SignInButton label="Sign in again" message="signed_out" />
    </AccountFrame>
  );
}

function SignInButton({ label, message }: { label: string; message?: string }) {
  return (
    <Button
      renderRoot={(props) => <Link {...props} to="/login" search={{ message }} />}
      fullWidth
      data-button
    >
      {label}
    </Button>
  );
}

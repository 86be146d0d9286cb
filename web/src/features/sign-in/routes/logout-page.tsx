import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Notice } from '../../../components/feedback/notice.js';
import { AccountFrame } from '../components/account-frame.js';
import { describeSignInError } from '../sign-in-messages.js';

const route = getRouteApi('/logout');

/**
 * Confirms that the session has ended. On servers without passwords, a failed sign-in with a
 * provider leads here too, because the sign-in page would send you straight back to the provider.
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
      intro="This browser no longer has access to the server."
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

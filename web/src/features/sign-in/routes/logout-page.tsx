import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AccountFrame } from '../components/account-frame.js';

/** Says that the session has ended. */
export function LogoutPage() {
  return (
    <AccountFrame
      title="You have signed out"
      intro="This browser has no access to the server any more."
    >
      <Button
        renderRoot={(props) => <Link {...props} to="/login" search={{ message: 'signed_out' }} />}
        fullWidth
        data-button
      >
        Sign in again
      </Button>
    </AccountFrame>
  );
}

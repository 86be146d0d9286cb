const ASK = 'Ask an administrator of this server.';

const ERRORS = new Map(
  Object.entries({
    unknown_idp: 'This sign-in provider is not configured on this server.',
    auth_failed: `The provider refused the sign-in, or its response could not be verified. Try again. If it fails again, ask an administrator.`,
    invalid_state:
      'This sign-in was started in another tab or took too long. Start again from this page.',
    unsafe_return_url: 'The link you used leads away from this server. Sign in from this page.',
    oauth_error: `The provider did not complete the sign-in. ${ASK}`,
    no_oidc_support: `The provider cannot identify you because it does not support OpenID Connect. ${ASK}`,
    missing_email_scope: `The provider did not share your email address. ${ASK}`,
    email_in_use:
      'An account with your email address exists but uses another sign-in method. Use that method instead.',
    sign_in_not_allowed: `You do not have an account on this server. ${ASK}`,
  }),
);

/**
 * Explains why signing in with a provider failed. Returns a general message for an unknown code.
 */
export function describeSignInError(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return ERRORS.get(code) ?? 'Sign-in failed. Try again.';
}

const MESSAGES = new Map(
  Object.entries({
    password_reset: 'Your password has been reset. Sign in with the new one.',
    password_changed: 'Your password has been changed. Sign in with the new one.',
    signed_out: 'You have signed out.',
  }),
);

/** Describes what has just happened; undefined for an unknown code. */
export function describeMessage(code: string | undefined): string | undefined {
  return code === undefined ? undefined : MESSAGES.get(code);
}

const ASK = 'Ask an administrator of this server.';

const ERRORS = new Map(
  Object.entries({
    unknown_idp: 'This server does not know that sign-in provider.',
    auth_failed: `The provider did not let you sign in, or its answer could not be verified. Try again; if it happens again, ask an administrator.`,
    invalid_state:
      'This sign-in was begun in another tab or took too long. Start it again from this page.',
    unsafe_return_url: 'The link you came by leads away from this server. Sign in from this page.',
    oauth_error: `The provider refused to finish the sign-in. ${ASK}`,
    no_oidc_support: `The provider does not say who you are: it does not support OpenID Connect. ${ASK}`,
    missing_email_scope: `The provider did not tell your e-mail address. ${ASK}`,
    email_in_use:
      'There is an account with your e-mail address that signs in another way. Sign in that way.',
    sign_in_not_allowed: `You have no account on this server yet. ${ASK}`,
  }),
);

/** Why signing in with a provider failed, in words; a code nobody knows still says that it failed. */
export function describeSignInError(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return ERRORS.get(code) ?? 'Signing in did not work. Try again.';
}

const MESSAGES = new Map(
  Object.entries({
    password_reset: 'Your password has been reset. Sign in with the new one.',
    password_changed: 'Your password has been changed. Sign in with the new one.',
    signed_out: 'You have signed out.',
  }),
);

/** What has just happened, in words; nothing for a code nobody knows. */
export function describeMessage(code: string | undefined): string | undefined {
  return code === undefined ? undefined : MESSAGES.get(code);
}

/** Every way in which a sign-in can fail, as the sign-in page knows them. */
export type OidcErrorCode =
  | 'unknown_idp'
  | 'auth_failed'
  | 'invalid_state'
  | 'unsafe_return_url'
  | 'oauth_error'
  | 'no_oidc_support'
  | 'missing_email_scope'
  | 'email_in_use'
  | 'sign_in_not_allowed';

/** A sign-in that was refused. The person sees the code; logs and the audit also hold the reason. */
export class OidcRefusal extends Error {
  override readonly name = 'OidcRefusal';

  constructor(
    readonly code: OidcErrorCode,
    /** What exactly was wrong, in a word; never something that a stranger wrote. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${code}: ${reason}`, options);
  }
}

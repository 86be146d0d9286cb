/** The reason why a sign-in failed, as a code that the sign-in page translates. */
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

/** A refused sign-in. The user sees the code; the logs and the audit log also have the reason. */
export class OidcRefusal extends Error {
  override readonly name = 'OidcRefusal';

  /** Email address of the user, if the provider has sent it. */
  readonly person: string | null;

  constructor(
    readonly code: OidcErrorCode,
    /** The exact cause, in a word. Never text from outside. */
    readonly reason: string,
    { person, ...options }: ErrorOptions & { person?: string } = {},
  ) {
    super(`${code}: ${reason}`, options);
    this.person = person ?? null;
  }
}

/**
 * Returns the codes of an error and its causes, for a log. Leaves out text from a provider or a
 * file, because it may contain a token.
 */
export function summarizeCauses(error: unknown): string {
  const words: string[] = [];
  for (let cause = error; cause instanceof Error && words.length < 5; cause = cause.cause) {
    const { code, error: oauthError } = cause as { code?: unknown; error?: unknown };
    if (cause instanceof OidcRefusal) continue;
    const word = [oauthError, code, cause.name].find(
      (candidate) => typeof candidate === 'string' && /^\w{1,60}$/.test(candidate),
    );
    words.push(String(word));
  }
  return words.join(' < ');
}

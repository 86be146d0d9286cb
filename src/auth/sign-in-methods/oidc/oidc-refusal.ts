/** Why a sign-in failed, as the sign-in page knows it. */
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

/** A refused sign-in. The person sees the code; the logs and the audit log also hold the reason. */
export class OidcRefusal extends Error {
  override readonly name = 'OidcRefusal';

  /** E-mail address of the person, if the provider has told it. */
  readonly person: string | null;

  constructor(
    readonly code: OidcErrorCode,
    /** What exactly was wrong, in a word. Never text that a stranger wrote. */
    readonly reason: string,
    { person, ...options }: ErrorOptions & { person?: string } = {},
  ) {
    super(`${code}: ${reason}`, options);
    this.person = person ?? null;
  }
}

/**
 * The codes of an error and of its causes, for a log. Text that a provider or a file wrote is left
 * out, because it may hold a token.
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

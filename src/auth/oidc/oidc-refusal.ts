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

  /** Address of who it was, when the provider has said it. */
  readonly person: string | null;

  constructor(
    readonly code: OidcErrorCode,
    /** What exactly was wrong, in a word; never something that a stranger wrote. */
    readonly reason: string,
    { person, ...options }: ErrorOptions & { person?: string } = {},
  ) {
    super(`${code}: ${reason}`, options);
    this.person = person ?? null;
  }
}

/**
 * The codes on an error and what caused it, for a log: enough to find out, and nothing that a
 * provider or a file has written, which may hold a token.
 */
export function technicalReason(error: unknown): string {
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

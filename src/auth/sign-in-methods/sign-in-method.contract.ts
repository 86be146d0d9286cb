import type { AuthMethodName } from '../../users/auth-methods.contract.js';
import type { LoginSessionEntity } from '../sessions/login-session.entity.js';
import type { PendingSignIn } from '../second-factor/second-step.service.js';
import type { IssuedTokens } from '../sessions/login-sessions.service.js';

/** One setting of a sign-in method, for administrators. */
export interface SignInFact {
  label: string;
  value: string;
}

/** One way to sign in that a method offers: the password form, the LDAP form, or one provider. */
export interface SignInOffer {
  /** Name in the variables that configure it. Unique within the method. */
  name: string;
  displayName: string;
  /**
   * Path below the public URL to which the sign-in page links, with a button. Methods without one have a
   * form on the sign-in page (`web/src/features/sign-in`).
   */
  startPath?: string;
  /** Whether the sign-in page goes to `startPath` by itself, unless users have just signed out. */
  isAutomatic?: boolean;
  /** How it is configured, without secrets. */
  facts: SignInFact[];
  /** The variables that configure it, for administrators. */
  variables: string;
}

/** The result of a successful sign-in. */
export interface SignedIn {
  tokens: IssuedTokens;
  /** Path on this server where the user wanted to go; null lets the caller decide. */
  returnPath: string | null;
}

/**
 * A way to sign in. To add one, add a folder next to `password/`, `ldap/` and `oidc/`, and a line
 * in `sign-in-methods.module.ts`. If its users have accounts of a new kind, also add that to `AUTH_METHODS`
 * (`src/users/auth-methods.contract.ts`).
 *
 * A method has its own controller for its own requests, and a passport strategy if it verifies a
 * name and a password. Everything else is shared: `SignInsService` limits attempts by address,
 * opens the session and writes the audit log, and `LoginLockService` locks accounts.
 *
 * Every method guarantees:
 * - **No hints.** Unknown users, wrong secrets and unusable accounts get the same response after
 *   the same time.
 * - **Limits first.** Attempts are counted before anything expensive or secret happens.
 * - **Failures count once.** An error that says nothing about the secret, such as an unreachable
 *   server, does not count as a failure.
 * - **Own accounts only.** A method signs users in only to accounts of its own kind, even if an
 *   account of another kind has the same email address.
 *
 * @typeParam Proof what a user presents, such as a name and a password, or a provider's response.
 */
export interface SignInMethod<Proof = never> {
  readonly kind: AuthMethodName;

  /**
   * Lists what the sign-in page offers and what administrators see. Empty if nothing is configured.
   */
  listOffers(): SignInOffer[];

  /**
   * Verifies who a user is, and opens a session, unless the account also needs a second factor.
   * @throws UnauthenticatedError, or an error of the method, if the proof is not valid;
   * TooManyRequestsError if the account or the address is locked; UnavailableError if it cannot be
   * verified now.
   */
  signIn(proof: Proof): Promise<SignedIn | PendingSignIn>;

  /**
   * Returns the URL that ends the session at the provider too; null if the provider should not be
   * notified. Methods without a provider do not implement it.
   * @param returnTo absolute URL to which the provider sends the browser back.
   */
  findLogoutUrl?(session: LoginSessionEntity, returnTo: string): Promise<string | null>;
}

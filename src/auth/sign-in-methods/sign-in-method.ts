import type { AuthMethodName } from '../../users/user.entity.js';
import type { LoginSessionEntity } from '../sessions/login-session.entity.js';
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
  /** People are sent there without being asked, unless they have just signed out. */
  isAutomatic: boolean;
  /** How it is configured. Never holds a secret. */
  facts: SignInFact[];
}

/** What a successful sign-in hands to the controller. */
export interface SignedIn {
  tokens: IssuedTokens;
  /** Path on this server where the person wanted to go; null for the caller to decide. */
  returnPath: string | null;
}

/**
 * A way of signing in. Adding one takes a folder beside `password/`, `ldap/` and `oidc/`, and one
 * line in `sign-in-methods.module.ts`.
 *
 * A method has its own controller, for the requests that only it understands, and a passport strategy
 * where it proves a name and a password. Everything else is shared: `SignInsService` limits attempts
 * by address, opens the session and writes the audit log, and `LoginLockService` locks accounts.
 *
 * Every method promises:
 * - **No hints.** Unknown people, wrong secrets and unusable accounts get one answer, after one time.
 * - **Limits first.** Attempts are counted before anything expensive or secret is touched.
 * - **Failures count once.** What says nothing about the secret, such as an unreachable server, does
 *   not count as a failure.
 * - **Own accounts only.** A method signs in accounts of its own kind. An equal e-mail address in an
 *   account of another kind proves nothing.
 *
 * @typeParam Proof what a person shows, such as a name and a password, or a provider's answer.
 */
export interface SignInMethod<Proof = never> {
  readonly kind: AuthMethodName;

  /** What the sign-in page offers and administrators see. Empty when nothing is configured. */
  listOffers(): SignInOffer[];

  /**
   * Proves who somebody is and opens their session.
   * @throws UnauthenticatedError, or an error of the method, when the proof does not hold;
   * TooManyRequestsError when the account or the address is locked; UnavailableError when nobody can
   * tell now.
   */
  signIn(proof: Proof): Promise<SignedIn>;

  /**
   * Where to send the browser so that a session of this method ends at its origin as well. Null when
   * the origin should not be told. Methods without an origin leave it out.
   * @param returnTo absolute URL to which the origin sends the browser back.
   */
  findLogoutUrl?(session: LoginSessionEntity, returnTo: string): Promise<string | null>;
}

import { randomUUID } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import type { ServerKey } from '../../../kernel/security/server-keys.js';

/** How long a user may spend at the provider. */
export const ATTEMPT_SECONDS = 15 * 60;

/** Purpose of the keys that sign states. No other token of this server is signed with them. */
export const STATE_PURPOSE = 'oauth2-state';

/** One attempt to sign in, from the redirect to the provider until the browser returns. */
export interface LoginAttempt {
  /** Name of the chosen provider. Responses of other providers are refused. */
  provider: string;
  /** Redirect URI. It is sent to the provider twice and must be the same both times. */
  redirectUri: string;
  /** Where to go after sign-in. Not checked yet. */
  returnUrl: string | undefined;
  usesPkce: boolean;
}

const TYPE = 'oauth2-state+jwt';
const ALGORITHM = 'HS256';

/**
 * Turns an attempt into the `state` that travels through the browser and the provider: signed, unique,
 * and valid for 15 minutes.
 */
export function signAttempt({ id, key }: ServerKey, attempt: LoginAttempt): Promise<string> {
  return new SignJWT({
    idp: attempt.provider,
    uri: attempt.redirectUri,
    pkce: attempt.usesPkce,
    ...(attempt.returnUrl === undefined ? {} : { ret: attempt.returnUrl }),
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: id })
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${ATTEMPT_SECONDS}s`)
    .sign(key);
}

/**
 * Reads a state that `signAttempt` created.
 * @param keys keys derived from the current secret and the earlier ones.
 * @returns null if this server did not create the state, or if it was changed or has expired.
 */
export async function readAttempt(
  keys: readonly ServerKey[],
  state: string,
): Promise<LoginAttempt | null> {
  try {
    const { kid } = decodeProtectedHeader(state);
    const signedWith = keys.find(({ id }) => id === kid);
    if (!signedWith) return null;
    const { payload } = await jwtVerify(state, signedWith.key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      requiredClaims: ['exp', 'jti'],
    });
    const { idp, uri, ret, pkce } = payload;
    if (typeof idp !== 'string' || typeof uri !== 'string') return null;
    return {
      provider: idp,
      redirectUri: uri,
      returnUrl: typeof ret === 'string' ? ret : undefined,
      usesPkce: pkce === true,
    };
  } catch {
    return null;
  }
}

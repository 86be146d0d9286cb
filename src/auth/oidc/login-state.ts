import { randomUUID } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import type { ServerKey } from '../../common/security/server-keys.js';

/** How long somebody may take at the provider. */
export const ATTEMPT_SECONDS = 15 * 60;

/** Purpose of the keys that sign states: no other token of the server is one. */
export const STATE_PURPOSE = 'oauth2-state';

/** One attempt to sign in, from leaving for the provider to coming back. */
export interface LoginAttempt {
  /** Name of the provider that was chosen; another's answer is not taken for it. */
  provider: string;
  /** Sent to the provider twice, and equal both times. */
  redirectUri: string;
  /** Where the person wanted to be; not checked yet. */
  returnUrl: string | undefined;
  usesPkce: boolean;
}

const TYPE = 'oauth2-state+jwt';
const ALGORITHM = 'HS256';

/**
 * The attempt as the `state` that travels through the browser and the provider: signed, valid for a
 * quarter of an hour, different each time.
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
 * Reads a state that `signAttempt` made.
 * @param keys of the present secret and of those before it.
 * @returns null when it was not made here, was changed, or is too old.
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

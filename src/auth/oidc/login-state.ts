import { hkdfSync, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

/** How long somebody may take at the provider. */
export const ATTEMPT_SECONDS = 15 * 60;

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

const TYPE = 'spandrel-oauth2-state';
const ALGORITHM = 'HS256';

/**
 * The attempt as the `state` that travels through the browser and the provider: signed, valid for a
 * quarter of an hour, different each time.
 */
export function signAttempt(secret: string, attempt: LoginAttempt): Promise<string> {
  return new SignJWT({
    idp: attempt.provider,
    uri: attempt.redirectUri,
    pkce: attempt.usesPkce,
    ...(attempt.returnUrl === undefined ? {} : { ret: attempt.returnUrl }),
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${ATTEMPT_SECONDS}s`)
    .sign(stateKey(secret));
}

/**
 * Reads a state that `signAttempt` made.
 * @param secrets the present one and those before it.
 * @returns null when it was not made here, was changed, or is too old.
 */
export async function readAttempt(
  secrets: readonly string[],
  state: string,
): Promise<LoginAttempt | null> {
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(state, stateKey(secret), {
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
      continue;
    }
  }
  return null;
}

/** A key for this purpose only: no other token that the secret signs is a state. */
function stateKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', TYPE, 32));
}

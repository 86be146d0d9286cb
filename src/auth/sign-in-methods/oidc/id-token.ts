import { createHash } from 'node:crypto';
import {
  base64url,
  compactVerify,
  type CryptoKey,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import { isLocalHost } from '../../../config/oidc-env.js';
import { boundedFetch } from './bounded-fetch.js';
import type { Claims } from './claims.js';
import { CLOCK_TOLERANCE_SECONDS, type ProviderConnection } from './provider-connection.js';

/**
 * Checks what `openid-client` leaves to its caller: the signature of an ID token, the hash of the
 * access token, and that the token was not issued in the future. The library has already checked
 * issuer, audience, expiry, nonce and algorithm.
 * @throws Error if a check fails.
 */
export async function checkIdToken(
  connection: ProviderConnection,
  idToken: string,
  claims: Claims,
  accessToken: string,
): Promise<void> {
  const { alg = 'none' } = decodeProtectedHeader(idToken);
  if (alg.startsWith('HS')) await verifySymmetric(connection, idToken);
  else await verifyAsymmetric(idToken, connection.keys);
  if (
    typeof claims['iat'] !== 'number' ||
    claims['iat'] > nowInSeconds() + CLOCK_TOLERANCE_SECONDS
  ) {
    throw new Error('The ID token was issued in the future.');
  }
  if (claims['at_hash'] !== undefined && claims['at_hash'] !== hashLeftHalf(alg, accessToken)) {
    throw new Error('The ID token belongs to a different access token.');
  }
}

async function verifyAsymmetric(idToken: string, keys: JWTVerifyGetKey): Promise<void> {
  try {
    await compactVerify(idToken, keys as Parameters<typeof compactVerify>[1]);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // The token does not name its key, so try each of them.
    const candidates: AsyncIterable<CryptoKey> = error;
    for await (const key of candidates) {
      if (await isSignedWith(idToken, key)) return;
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/**
 * Symmetric signatures use the client secret. A symmetric key in a published key set proves
 * nothing, because anyone can read it. It is accepted only from a provider on this machine, for
 * tests.
 */
async function verifySymmetric(connection: ProviderConnection, idToken: string): Promise<void> {
  const { clientSecret } = connection.provider;
  const keys: Uint8Array[] = clientSecret ? [new TextEncoder().encode(clientSecret)] : [];
  const keySetUrl = new URL(connection.metadata.jwks_uri);
  if (isLocalHost(keySetUrl)) keys.push(...(await fetchSymmetricKeys(keySetUrl)));
  for (const key of keys) {
    if (await isSignedWith(idToken, key)) return;
  }
  throw new errors.JWSSignatureVerificationFailed();
}

async function fetchSymmetricKeys(url: URL): Promise<Uint8Array[]> {
  const answer = await boundedFetch(url.href, { headers: { accept: 'application/json' } });
  const { keys } = (await answer.json()) as JSONWebKeySet;
  const symmetric = keys.filter(({ kty }) => kty === 'oct');
  return Promise.all(symmetric.map(async (key) => (await importJWK(key)) as Uint8Array));
}

async function isSignedWith(idToken: string, key: CryptoKey | Uint8Array): Promise<boolean> {
  try {
    await compactVerify(idToken, key);
    return true;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return false;
    throw error;
  }
}

/**
 * Returns `at_hash` (OpenID Connect Core 3.1.3.6): the left half of the hash, with the hash
 * function of the token's algorithm.
 */
function hashLeftHalf(alg: string, accessToken: string): string {
  const bits = /(256|384|512)$/.exec(alg)?.[1] ?? '512';
  const hash = createHash(`sha${bits}`).update(accessToken, 'ascii').digest();
  return base64url.encode(hash.subarray(0, hash.length / 2));
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

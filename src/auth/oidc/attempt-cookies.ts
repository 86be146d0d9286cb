import { timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sha256 } from '../../common/security/sha256.js';
import type { AuthEnv } from '../../config/auth-env.js';
import {
  clearCookie,
  OAUTH2_NONCE_COOKIE,
  OAUTH2_STATE_COOKIE,
  OAUTH2_VERIFIER_COOKIE,
  readCookie,
  setCookie,
} from '../session-cookies.js';
import { ATTEMPT_SECONDS } from './login-state.js';

type CookieSettings = AuthEnv['cookies'];

/** What the browser keeps to itself while it is at the provider. */
export interface AttemptSecrets {
  nonce: string;
  /** Undefined without PKCE. */
  codeVerifier: string | undefined;
}

/** What a browser that comes back still has of its attempts. */
export interface KeptAttempts {
  /** State of the attempt that began last. */
  latestState: string | null;
  latest: AttemptSecrets | null;
  /** Secrets of the attempt that comes back, from its own cookie. */
  own: AttemptSecrets | null;
}

/** Attempts of one browser that can be under way at once; older ones are forgotten. */
const MAX_ATTEMPTS = 4;

/** Each attempt also has a cookie of its own, so that a second tab does not undo the first. */
const OWN_PREFIX = 'spandrel-oauth2-attempt-';

/** Leaves an attempt in the browser, in place of what an earlier one left. */
export function keepAttempt(
  response: ServerResponse,
  settings: CookieSettings,
  attempt: AttemptSecrets & { state: string },
  header: string | undefined,
): void {
  const keep = (name: string, value: string): void =>
    setCookie(response, settings, { name, value, maxAgeSeconds: ATTEMPT_SECONDS, sameSite: 'lax' });
  keep(OAUTH2_STATE_COOKIE, attempt.state);
  keep(OAUTH2_NONCE_COOKIE, attempt.nonce);
  if (attempt.codeVerifier === undefined) clearCookie(response, settings, OAUTH2_VERIFIER_COOKIE);
  else keep(OAUTH2_VERIFIER_COOKIE, attempt.codeVerifier);
  keep(ownName(attempt.state), [Date.now(), attempt.nonce, attempt.codeVerifier ?? ''].join('.'));
  for (const name of outdated(header)) clearCookie(response, settings, name);
}

/** Makes the browser forget an attempt that has come back. */
export function forgetAttempt(
  response: ServerResponse,
  settings: CookieSettings,
  state: string | undefined,
): void {
  clearCookie(response, settings, OAUTH2_STATE_COOKIE);
  clearCookie(response, settings, OAUTH2_NONCE_COOKIE);
  clearCookie(response, settings, OAUTH2_VERIFIER_COOKIE);
  if (state !== undefined) clearCookie(response, settings, ownName(state));
}

/** Reads from a `Cookie` header what was kept for the attempt with this state. */
export function readAttempts(header: string | undefined, state: string): KeptAttempts {
  const value = (name: string): string | null => {
    const text = readCookie(header, name);
    return text === '' || text === '""' ? null : text;
  };
  const nonce = value(OAUTH2_NONCE_COOKIE);
  return {
    latestState: value(OAUTH2_STATE_COOKIE),
    latest:
      nonce === null ? null : { nonce, codeVerifier: value(OAUTH2_VERIFIER_COOKIE) ?? undefined },
    own: parseOwn(value(ownName(state))),
  };
}

/** Compares two texts in the same time wherever they differ. */
export function isSameText(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function ownName(state: string): string {
  return OWN_PREFIX + sha256(state).toString('base64url').slice(0, 22);
}

function parseOwn(value: string | null): AttemptSecrets | null {
  const [, nonce, codeVerifier] = value?.split('.') ?? [];
  return nonce ? { nonce, codeVerifier: codeVerifier || undefined } : null;
}

/** Names of the cookies that are too many, counting the one that is about to be added. */
function outdated(header: string | undefined): string[] {
  const own = (header?.split(';') ?? [])
    .map((pair) => pair.trim().split('='))
    .filter(([name]) => name !== undefined && /^[\w-]+$/.test(name) && name.startsWith(OWN_PREFIX))
    .map(([name = '', value = '']) => ({ name, begun: Number.parseInt(value, 10) || 0 }));
  return own
    .toSorted((a, b) => b.begun - a.begun)
    .slice(MAX_ATTEMPTS - 1)
    .map(({ name }) => name);
}

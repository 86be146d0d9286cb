import { timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sha256 } from '../../../kernel/security/sha256.js';
import type { AuthEnv } from '../../../config/auth-env.js';
import {
  clearCookie,
  OAUTH2_NONCE_COOKIE,
  OAUTH2_STATE_COOKIE,
  OAUTH2_VERIFIER_COOKIE,
  readCookie,
  setCookie,
} from '../../sessions/session-cookies.js';
import { ATTEMPT_SECONDS } from './login-state.js';

type CookieSettings = AuthEnv['cookies'];

/** The secrets that the browser keeps while the user is at the provider. */
export interface AttemptSecrets {
  nonce: string;
  /** Undefined without PKCE. */
  codeVerifier: string | undefined;
}

/** The attempts in a returning browser's cookies. */
export interface KeptAttempts {
  /** State of the newest attempt. */
  latestState: string | null;
  latest: AttemptSecrets | null;
  /** Secrets of the returning attempt, from its own cookie. */
  own: AttemptSecrets | null;
}

/** How many attempts a browser can have in progress. Older ones are forgotten. */
const MAX_ATTEMPTS = 4;

/** Each attempt also has its own cookie, so that a second tab does not break the first. */
const OWN_PREFIX = 'spandrel-oauth2-attempt-';

/** Stores an attempt in the browser and replaces an earlier one. */
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
  keep(
    ownCookieName(attempt.state),
    [Date.now(), attempt.nonce, attempt.codeVerifier ?? ''].join('.'),
  );
  for (const name of listSurplusCookies(header)) clearCookie(response, settings, name);
}

/** Deletes a finished attempt from the browser. */
export function forgetAttempt(
  response: ServerResponse,
  settings: CookieSettings,
  state: string | undefined,
): void {
  clearCookie(response, settings, OAUTH2_STATE_COOKIE);
  clearCookie(response, settings, OAUTH2_NONCE_COOKIE);
  clearCookie(response, settings, OAUTH2_VERIFIER_COOKIE);
  if (state !== undefined) clearCookie(response, settings, ownCookieName(state));
}

/** Reads the attempt with this state from the `Cookie` header. */
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
    own: parseSecrets(value(ownCookieName(state))),
  };
}

/** Compares two strings in constant time. */
export function isSameText(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function ownCookieName(state: string): string {
  return OWN_PREFIX + sha256(state).toString('base64url').slice(0, 22);
}

function parseSecrets(value: string | null): AttemptSecrets | null {
  const [, nonce, codeVerifier] = value?.split('.') ?? [];
  return nonce ? { nonce, codeVerifier: codeVerifier || undefined } : null;
}

/** Lists the cookies above the limit, counting the one about to be added. */
function listSurplusCookies(header: string | undefined): string[] {
  const own = (header?.split(';') ?? [])
    .map((pair) => pair.trim().split('='))
    .filter(([name]) => name !== undefined && /^[\w-]+$/.test(name) && name.startsWith(OWN_PREFIX))
    .map(([name = '', value = '']) => ({ name, begun: Number.parseInt(value, 10) || 0 }));
  return own
    .toSorted((a, b) => b.begun - a.begun)
    .slice(MAX_ATTEMPTS - 1)
    .map(({ name }) => name);
}

import type { ServerResponse } from 'node:http';
import type { AuthEnv } from '../config/auth-env.js';
import type { IssuedTokens } from './sessions/login-sessions.service.js';

export const ACCESS_COOKIE = 'spandrel-access-token';
export const REFRESH_COOKIE = 'spandrel-refresh-token';

/** What a sign-in at a provider leaves in the browser until it comes back. */
export const OAUTH2_STATE_COOKIE = 'spandrel-oauth2-state';
export const OAUTH2_NONCE_COOKIE = 'spandrel-oauth2-nonce';
export const OAUTH2_VERIFIER_COOKIE = 'spandrel-oauth2-code-verifier';

type CookieSettings = AuthEnv['cookies'];

/** Adds a cookie that scripts cannot read. Attributes stand in the order that clients parse. */
export function setCookie(
  response: ServerResponse,
  settings: CookieSettings,
  cookie: { name: string; value: string; maxAgeSeconds: number; sameSite: 'strict' | 'lax' },
): void {
  const { name, value, maxAgeSeconds, sameSite } = cookie;
  append(
    response,
    `${name}=${value}; HttpOnly; Max-Age=${maxAgeSeconds}; Path=${settings.path}; ` +
      `SameSite=${sameSite}${settings.secure ? '; Secure' : ''}`,
  );
}

/** Makes the browser forget a cookie; the two quotes are what published clients look for. */
export function clearCookie(
  response: ServerResponse,
  settings: CookieSettings,
  name: string,
): void {
  append(
    response,
    `${name}=""; expires=${new Date().toUTCString()}; Max-Age=0; Path=${settings.path}; ` +
      `SameSite=lax${settings.secure ? '; Secure' : ''}`,
  );
}

/** Puts both tokens of a session into the browser. */
export function setSessionCookies(
  response: ServerResponse,
  settings: CookieSettings,
  tokens: IssuedTokens,
): void {
  setCookie(response, settings, {
    name: ACCESS_COOKIE,
    value: tokens.accessToken,
    maxAgeSeconds: tokens.accessExpiresInSeconds,
    sameSite: 'strict',
  });
  setCookie(response, settings, {
    name: REFRESH_COOKIE,
    value: tokens.refreshToken,
    maxAgeSeconds: tokens.refreshExpiresInSeconds,
    sameSite: 'strict',
  });
}

/** Makes the browser forget both tokens of a session. */
export function clearSessionCookies(response: ServerResponse, settings: CookieSettings): void {
  clearCookie(response, settings, ACCESS_COOKIE);
  clearCookie(response, settings, REFRESH_COOKIE);
}

/** One cookie of a `Cookie` header; null when it is not there. The first of a name counts. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return null;
}

function append(response: ServerResponse, cookie: string): void {
  response.appendHeader('Set-Cookie', cookie);
}

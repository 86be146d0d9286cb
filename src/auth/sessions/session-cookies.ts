import type { ServerResponse } from 'node:http';
import type { AuthEnv } from '../../config/auth-env.js';
import type { IssuedTokens } from './login-sessions.service.js';

export const ACCESS_COOKIE = 'spandrel-access-token';
export const REFRESH_COOKIE = 'spandrel-refresh-token';

/** Kept in the browser between the password and the second factor. */
export const TICKET_COOKIE = 'spandrel-sign-in-ticket';

/** Kept in the browser during a sign-in at a provider. */
export const OAUTH2_STATE_COOKIE = 'spandrel-oauth2-state';
export const OAUTH2_NONCE_COOKIE = 'spandrel-oauth2-nonce';
export const OAUTH2_VERIFIER_COOKIE = 'spandrel-oauth2-code-verifier';

type CookieSettings = AuthEnv['cookies'];

/** Adds a cookie that scripts cannot read. Clients parse its attributes in this order. */
export function setCookie(
  response: ServerResponse,
  settings: CookieSettings,
  cookie: { name: string; value: string; maxAgeSeconds: number; sameSite: 'strict' | 'lax' },
): void {
  const { name, value, maxAgeSeconds, sameSite } = cookie;
  appendCookie(
    response,
    `${name}=${value}; HttpOnly; Max-Age=${maxAgeSeconds}; Path=${settings.path}; ` +
      `SameSite=${sameSite}${settings.secure ? '; Secure' : ''}`,
  );
}

/** Deletes a cookie. Published clients look for the two quotes. */
export function clearCookie(
  response: ServerResponse,
  settings: CookieSettings,
  name: string,
): void {
  appendCookie(
    response,
    `${name}=""; expires=${new Date().toUTCString()}; Max-Age=0; Path=${settings.path}; ` +
      `SameSite=lax${settings.secure ? '; Secure' : ''}`,
  );
}

/** Stores both tokens of a session in the browser. */
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

/** Deletes both tokens of a session from the browser. */
export function clearSessionCookies(response: ServerResponse, settings: CookieSettings): void {
  clearCookie(response, settings, ACCESS_COOKIE);
  clearCookie(response, settings, REFRESH_COOKIE);
}

/** Returns the first cookie with that name in a `Cookie` header, or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return null;
}

function appendCookie(response: ServerResponse, cookie: string): void {
  response.appendHeader('Set-Cookie', cookie);
}

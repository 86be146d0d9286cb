import type { AuthorizationServerEnv } from '../../../config/authorization-server-env.js';

/**
 * The way from a browser back to an application: to a server on the user's machine, to a program that owns a
 * URL scheme, or to a web site.
 */
export type RedirectKind = 'loopback' | 'private-use' | 'https';

type Settings = Pick<AuthorizationServerEnv, 'registration' | 'redirectHosts'>;

const MAX_LENGTH = 2048;

/** Browsers remove or rewrite all other characters. */
const PLAIN = /^[!-[\]-~]+$/;

const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?([/?].*)?$/;
const SCHEME = /^([a-z][a-z0-9+.-]*):./;

/** Schemes that lead to no program of the application, or that run what follows. */
const BARRED_SCHEMES = new Set([
  'about',
  'blob',
  'data',
  'file',
  'filesystem',
  'http',
  'https',
  'intent',
  'javascript',
  'vbscript',
  'view-source',
  'ws',
  'wss',
]);

/** Returns the kind of a redirect URI, or null if no application may use it here. */
export function findRedirectKind(uri: string, settings: Settings): RedirectKind | null {
  if (uri.length > MAX_LENGTH || !PLAIN.test(uri) || uri.includes('#') || !URL.canParse(uri)) {
    return null;
  }
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return null;
  if (readLoopback(uri)) return 'loopback';
  if (protocol === 'https:') {
    const { registration, redirectHosts } = settings;
    const isListed = redirectHosts.length === 0 || redirectHosts.includes(hostname);
    const isWritten = uri.startsWith('https://') && !uri.startsWith('https:///');
    return registration === 'enabled' && isListed && isWritten ? 'https' : null;
  }
  const scheme = SCHEME.exec(uri)?.[1];
  return scheme && !BARRED_SCHEMES.has(scheme) ? 'private-use' : null;
}

/**
 * Returns whether an application that registered `registered` may use `requested`. Programs on the user's
 * machine listen on any free port (RFC 8252, 7.3); everything else must be the same.
 */
export function matchesRedirect(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  const [own, asked] = [readLoopback(registered), readLoopback(requested)];
  return own !== null && asked !== null && own === asked;
}

/** Returns a loopback address without its port; null for any other address. */
function readLoopback(uri: string): string | null {
  const [, host, port, rest = '/'] = LOOPBACK.exec(uri) ?? [];
  return host === undefined || Number(port ?? 0) > 65_535 ? null : host + rest;
}

/** Adds parameters to a redirect URI, which has no fragment. */
export function addToRedirect(uri: string, parameters: Record<string, string>): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`;
}

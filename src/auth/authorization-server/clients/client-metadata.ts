import type { AuthorizationServerEnv } from '../../../config/authorization-server-env.js';
import { OAuth2Error } from '../oauth2-error.js';
import { findRedirectKind } from './redirect-uris.js';

/** The metadata that an application registers (RFC 7591). */
export interface ClientMetadata {
  name: string;
  logoUri: string | null;
  redirectUris: string[];
}

export const GRANT_TYPES = ['authorization_code', 'refresh_token'];
export const RESPONSE_TYPES = ['code'];

const DEFAULT_NAME = 'OAuth2 client';
const MAX_NAME = 200;
const MAX_URI = 2048;
const MAX_REDIRECTS = 20;

/**
 * Includes characters that reverse or hide text, or that nobody sees, with which a name could pretend to
 * be another, and accents in such a pile that they cover the warning beside it. Emojis need some of them.
 */
const NOT_PRINTABLE =
  /[\p{C}\p{Zl}\p{Zp}\u2800]|(?<!\p{Extended_Pictographic})\p{Default_Ignorable_Code_Point}|\p{M}{5}/u;

/**
 * Reads the metadata of a registration (RFC 7591, 2). Ignores fields that it does not know.
 * @throws OAuth2Error if this server cannot serve such an application.
 */
export function readClientMetadata(body: unknown, env: AuthorizationServerEnv): ClientMetadata {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('Send the metadata of the application as a JSON object.');
  }
  const given = body as Record<string, unknown>;
  const redirectUris = readRedirects(given['redirect_uris'], env);
  assertSubset(given, 'grant_types', GRANT_TYPES, 'authorization_code');
  assertSubset(given, 'response_types', RESPONSE_TYPES, 'code');
  return {
    name: readName(given['client_name']),
    logoUri: readLogo(given['logo_uri']),
    redirectUris,
  };
}

function readRedirects(value: unknown, env: AuthorizationServerEnv): string[] {
  const uris: unknown[] = Array.isArray(value) ? value : [];
  if (uris.length === 0 || uris.length > MAX_REDIRECTS) {
    throw invalidRedirect(`redirect_uris must be a list of 1 to ${MAX_REDIRECTS} addresses.`);
  }
  return uris.map((uri) => {
    if (typeof uri === 'string' && findRedirectKind(uri, env)) return uri;
    throw invalidRedirect(`redirect_uris may contain only ${describeAccepted(env)}.`);
  });
}

function describeAccepted({ registration, redirectHosts }: AuthorizationServerEnv): string {
  const local =
    'http addresses of 127.0.0.1, localhost or [::1], and addresses with a scheme of the ' +
    'application';
  if (registration !== 'enabled') return `${local}, without a fragment`;
  const hosts = redirectHosts.length > 0 ? ' of the hosts that this server lists' : '';
  return `${local}, and https addresses${hosts}, without credentials or a fragment`;
}

function readName(value: unknown): string {
  if (value === undefined || value === null) return DEFAULT_NAME;
  if (typeof value === 'string' && value.length <= MAX_NAME && !NOT_PRINTABLE.test(value)) {
    return value.trim() || DEFAULT_NAME;
  }
  throw invalid(`client_name must have at most ${MAX_NAME} printable characters.`);
}

function readLogo(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const isAddress =
    typeof value === 'string' &&
    value.length <= MAX_URI &&
    /^https?:\/\/[!-~]+$/.test(value) &&
    URL.canParse(value);
  if (isAddress) return value;
  throw invalid(`logo_uri must be an http or https address of at most ${MAX_URI} characters.`);
}

function assertSubset(
  given: Record<string, unknown>,
  field: string,
  supported: readonly string[],
  needed: string,
): void {
  const value = given[field];
  if (value === undefined || value === null) return;
  const isSupported =
    Array.isArray(value) &&
    value.includes(needed) &&
    value.every((item) => supported.includes(item as string));
  if (isSupported) return;
  throw invalid(`${field} must contain ${needed}, and nothing but ${supported.join(', ')}.`);
}

function invalid(message: string): OAuth2Error {
  return new OAuth2Error('invalid_client_metadata', message);
}

function invalidRedirect(message: string): OAuth2Error {
  return new OAuth2Error('invalid_redirect_uri', message);
}

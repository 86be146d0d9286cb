import type { Resource } from '../../kernel/http/resource.js';
import { OAuth2Error } from './oauth2-error.js';

/**
 * Reads the `resource` parameters of a request (RFC 8707).
 * @param origin public URL of this server.
 * @returns the part of the server that they name; null if there are none.
 * @throws OAuth2Error for addresses of other servers, and if they name several parts.
 */
export function readResource(values: readonly unknown[], origin: string): Resource | null {
  const named = new Set(values.map((value) => findResource(value, origin)));
  const [resource = null] = named;
  if (named.size > 1 || (named.size === 1 && resource === null)) {
    throw new OAuth2Error('invalid_target', `resource must be ${origin} or ${origin}/mcp.`);
  }
  return resource;
}

/** Some applications add a slash to an address without a path. */
function findResource(value: unknown, origin: string): Resource | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  const { href, username, password } = new URL(value);
  if (username !== '' || password !== '' || /[?#\\\s]/.test(value)) return null;
  const address = href.replace(/\/$/, '');
  const own = new URL(origin).href.replace(/\/$/, '');
  if (address === own) return 'server';
  return address === `${own}/mcp` ? 'mcp' : null;
}

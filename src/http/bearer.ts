import type { IncomingMessage } from 'node:http';

/**
 * True when a request carries a bearer token. Browsers add one to no request by themselves, as they
 * do with cookies and with a password that a proxy asked for.
 */
export function hasBearer(request: IncomingMessage): boolean {
  return /^bearer\s/i.test(request.headers.authorization ?? '');
}

import type { IncomingMessage } from 'node:http';

/**
 * Returns whether a request has a bearer token. Browsers add cookies and a proxy's passwords on their own,
 * but never a bearer token.
 */
export function hasBearer(request: IncomingMessage): boolean {
  return /^bearer\s/i.test(request.headers.authorization ?? '');
}

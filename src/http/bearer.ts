import type { IncomingMessage } from 'node:http';

/**
 * Whether a request has a bearer token. Unlike cookies, and passwords that a proxy asked for, browsers
 * never add one on their own.
 */
export function hasBearer(request: IncomingMessage): boolean {
  return /^bearer\s/i.test(request.headers.authorization ?? '');
}

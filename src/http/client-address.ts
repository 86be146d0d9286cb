import type { Request } from 'express';
import { readAddress } from '../common/http/address.js';

/**
 * Returns the client's address according to trusted proxies, or else the peer's. Headers without an
 * address are ignored.
 */
export function clientAddress(request: Pick<Request, 'ip' | 'socket'>): string | null {
  return readAddress(request.ip) ?? readAddress(request.socket.remoteAddress);
}

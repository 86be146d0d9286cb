import type { Request } from 'express';
import { readAddress } from '../common/http/address.js';

/**
 * The address of the client as far as trusted proxies tell it; else that of the peer. A header that
 * holds no address says nothing.
 */
export function clientAddress(request: Pick<Request, 'ip' | 'socket'>): string | null {
  return readAddress(request.ip) ?? readAddress(request.socket.remoteAddress);
}

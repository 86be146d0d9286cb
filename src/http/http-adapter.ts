import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { TlsMaterial } from '../config/tls-env.js';
import { refuseBrokenRequests } from './broken-requests.js';
import { Refusals } from './refusals.js';

const OPTIONS = {
  /** GET requests may carry a thousand ids of forty characters; Node's 16 KiB refuse them. */
  maxHeaderSize: 128 * 1024,
  /** A client that has not finished its request by then holds a socket for nothing. */
  requestTimeout: 120_000,
};

/** Express on an HTTP or HTTPS server with the bounds that this API needs. */
export class HttpAdapter extends ExpressAdapter {
  constructor(private readonly tls: TlsMaterial | null) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = this.tls
      ? createHttpsServer({ ...OPTIONS, ...secured(this.tls) }, this.getInstance())
      : createHttpServer(OPTIONS, this.getInstance());
    refuseBrokenRequests(this.httpServer, new Refusals());
  }
}

/** Without certificates of clients to go by, everybody may connect. */
function secured({ cert, key, clientCa }: TlsMaterial) {
  const asksClients = clientCa !== undefined;
  return {
    cert,
    key,
    minVersion: 'TLSv1.2' as const,
    requestCert: asksClients,
    rejectUnauthorized: asksClients,
    ...(asksClients && { ca: clientCa }),
  };
}

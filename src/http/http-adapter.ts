import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { TlsMaterial } from '../config/tls-env.js';
import { refuseBrokenRequests } from './broken-requests.js';
import { Refusals } from './refusals.js';

const OPTIONS = {
  /**
   * GET requests may contain a thousand IDs of forty characters, which exceeds Node's default of 16
   * KiB.
   */
  maxHeaderSize: 128 * 1024,
  /** A client that takes longer to send a request only wastes a socket. */
  requestTimeout: 120_000,
};

/** Express on an HTTP or HTTPS server with the limits that this API needs. */
export class HttpAdapter extends ExpressAdapter {
  constructor(private readonly tls: TlsMaterial | null) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = this.tls
      ? createHttpsServer({ ...OPTIONS, ...toTlsOptions(this.tls) }, this.getInstance())
      : createHttpServer(OPTIONS, this.getInstance());
    refuseBrokenRequests(this.httpServer, new Refusals());
  }
}

/** Verifies client certificates only if there is a CA for them. */
function toTlsOptions({ cert, key, clientCa }: TlsMaterial) {
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

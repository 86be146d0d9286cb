import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** GET requests may carry a thousand ids of forty characters; Node's default of 16 KiB refuses them. */
const MAX_HEADER_BYTES = 128 * 1024;

/** A client that has not finished its request by then holds a socket for nothing. */
const REQUEST_TIMEOUT_MS = 120_000;

/** Express on an HTTP server with the bounds that this API needs. */
export class HttpAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = createServer(
      { maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: REQUEST_TIMEOUT_MS },
      this.getInstance(),
    );
  }
}

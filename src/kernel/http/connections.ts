import type { EventEmitter } from 'node:events';
import type { Server, Socket } from 'node:net';

/** How long peers without an open request may take to close their connection. */
const QUIET_MS = 2_000;

/** How long requests that are being answered may delay a stop. */
const GRACE_MS = 20_000;

const CHECK_EVERY_MS = 50;

/** Node's event for a new request: HTTP/1 passes the response as well, HTTP/2 a stream for both. */
export type RequestEvent = 'request' | 'stream';

/**
 * The connections that a listener has accepted. A listener that stops asks its peers to leave, but some
 * never answer: they are suspended, have sent half a request, or do not read. Node waits for these
 * forever, and destroying an HTTP/2 session that was asked to close waits for its peer, too. So this
 * destroys their sockets.
 */
export class Connections {
  private readonly sockets = new Set<Socket>();
  private requests = 0;
  private isEnding = false;

  /**
   * @param listener is not listening yet, or has been for less than a turn of the event loop.
   * @param times in milliseconds; only tests set them.
   */
  constructor(
    private readonly listener: Server,
    event: RequestEvent,
    private readonly times: { quiet: number; grace: number } = { quiet: QUIET_MS, grace: GRACE_MS },
  ) {
    // The TCP connection, also beneath TLS, whose handshake may be unfinished.
    listener.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    listener.on(event, (request: EventEmitter, response: unknown) => {
      this.requests += 1;
      const answer = event === 'stream' ? request : (response as EventEmitter);
      answer.once('close', () => (this.requests -= 1));
    });
  }

  /**
   * Destroys all connections once none has had an open request for a moment, or after the grace period.
   * From then on, new ones end at once. Returns immediately; calling it twice is harmless.
   */
  end(): void {
    if (this.isEnding) return;
    this.isEnding = true;
    const since = performance.now();
    let busyAt = since;
    const timer = setInterval(() => {
      const now = performance.now();
      if (this.requests > 0) busyAt = now;
      if (!this.listener.listening && this.sockets.size === 0) clearInterval(timer);
      if (now - busyAt < this.times.quiet && now - since < this.times.grace) return;
      for (const socket of this.sockets) socket.destroy();
    }, CHECK_EVERY_MS).unref();
  }
}

import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { elementLength, isWellFormed, MESSAGE } from './ldap-message.js';

/** Far more than any response to our requests needs. */
const MAX_BYTES = 8 * 1024 * 1024;
/** A tag and a length. */
const MIN_ELEMENT_BYTES = 2;

/**
 * A connection that lets through only complete, well-formed messages. To the LDAP library, it looks
 * like an open socket.
 */
export class GuardedStream extends Duplex {
  readonly connecting = false;
  readonly readyState = 'open';
  private chunks: Buffer[] = [];
  private waiting = 0;
  private needed = MIN_ELEMENT_BYTES;
  private received = 0;

  /** @param onRefusal called with the reason before a bad message closes the connection. */
  constructor(
    private readonly socket: Socket,
    private readonly onRefusal: (reason: string) => void,
  ) {
    super();
    socket.on('data', (chunk: Buffer) => this.accept(chunk));
    socket.on('end', () => this.push(null));
    socket.on('close', () => this.destroy());
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }

  private accept(chunk: Buffer): void {
    this.received += chunk.length;
    if (this.received > MAX_BYTES) return this.refuse('response too long');
    this.chunks.push(chunk);
    this.waiting += chunk.length;
    while (!this.destroyed && this.waiting >= this.needed) this.acceptMessage();
  }

  /** Passes the first message on, or calculates how many bytes are still missing. */
  private acceptMessage(): void {
    const bytes = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
    const length = elementLength(bytes);
    if (bytes[0] !== MESSAGE || length === null) return this.refuse('malformed response');
    if (length === undefined || length > bytes.length) {
      this.chunks = [bytes];
      this.needed = length ?? bytes.length + 1;
      return;
    }
    const message = bytes.subarray(0, length);
    if (!isWellFormed(message)) return this.refuse('malformed response');
    this.chunks = [bytes.subarray(length)];
    this.waiting -= length;
    this.needed = MIN_ELEMENT_BYTES;
    this.push(message);
  }

  private refuse(reason: string): void {
    this.onRefusal(reason);
    this.destroy();
  }
}

import { UnavailableError } from '../common/errors/errors.js';
import { inFlightBytes } from './ingest.metrics.js';

/** The bytes of one request, counted against the bound until they are released. */
export interface Reservation {
  /**
   * Counts more bytes as they arrive or are inflated.
   * @throws UnavailableError when the server already holds too many.
   */
  grow(bytes: number): void;
  /** Gives everything back. A second call does nothing. */
  release(): void;
}

/**
 * Bounds the bytes of requests that have been accepted but not answered yet. This keeps memory flat
 * while the database is slow or gone. A request that is alone is always admitted: bodies have a limit
 * of their own.
 */
export class Admission {
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** Whether a new request would be refused. */
  get isFull(): boolean {
    return this.bytes >= this.maxBytes;
  }

  /**
   * Admits a request and counts its first bytes.
   * @throws UnavailableError when the server already holds too many.
   */
  admit(bytes: number): Reservation {
    if (this.isFull) throw full();
    let held = 0;
    let released = false;
    const grow = (more: number): void => {
      const isAlone = this.bytes === held;
      if (released || (this.bytes + more > this.maxBytes && !isAlone)) throw full();
      held += more;
      this.count(more);
    };
    grow(bytes);
    return {
      grow,
      release: () => {
        if (released) return;
        released = true;
        this.count(-held);
      },
    };
  }

  private count(bytes: number): void {
    this.bytes += bytes;
    inFlightBytes.inc(bytes);
  }
}

function full(): UnavailableError {
  return new UnavailableError('The server is storing as much as it can. Send again later.', 1);
}

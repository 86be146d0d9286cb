import { UnavailableError } from '../common/errors/errors.js';
import { inFlightBytes } from './ingest.metrics.js';

/** The bytes of one request, counted against the bound until they are released. */
export interface Reservation {
  /**
   * Counts further bytes as they arrive or are inflated.
   * @throws UnavailableError when the server holds too many already.
   */
  grow(bytes: number): void;
  /** Gives back everything. Asking twice does no harm. */
  release(): void;
}

/**
 * Bounds the bytes of requests that are accepted but not answered yet, so that memory stays flat
 * while the database is slow or gone. A request that is alone is always let through: bodies have a
 * bound of their own.
 */
export class Admission {
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** True when a new request has no chance. */
  get isFull(): boolean {
    return this.bytes >= this.maxBytes;
  }

  /**
   * Lets a request in whose first bytes are known, or none of them.
   * @throws UnavailableError when the server holds too many already.
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

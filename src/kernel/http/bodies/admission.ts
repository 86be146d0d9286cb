import type { Gauge } from 'prom-client';
import { UnavailableError } from '../../errors/errors.js';

/** The bytes of one request. They count toward the limit until they are released. */
export interface Reservation {
  /**
   * Counts more bytes as they arrive or are decompressed.
   * @throws UnavailableError if the server already has too many in memory.
   */
  grow(bytes: number): void;
  /**
   * Counts at least this many bytes altogether, such as what a body has become.
   * @throws like `grow`.
   */
  growTo(bytes: number): void;
  /** Releases everything. A second call does nothing. */
  release(): void;
}

/**
 * Limits the bytes of requests that are accepted but not answered yet, so that memory stays flat
 * while the database is slow or unavailable. A single request is always admitted, because bodies
 * have a separate limit.
 */
export class Admission {
  private bytes = 0;

  /** @param gauge shows the bytes of all requests. */
  constructor(
    private readonly maxBytes: number,
    private readonly gauge: Gauge,
  ) {}

  /** Returns whether a new request would be refused. */
  get isFull(): boolean {
    return this.bytes >= this.maxBytes;
  }

  /**
   * Admits a request and counts its first bytes.
   * @throws UnavailableError if the server already has too many in memory.
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
      growTo: (bytes) => {
        if (bytes > held) grow(bytes - held);
      },
      release: () => {
        if (released) return;
        released = true;
        this.count(-held);
      },
    };
  }

  private count(bytes: number): void {
    this.bytes += bytes;
    this.gauge.inc(bytes);
  }
}

function full(): UnavailableError {
  return new UnavailableError('The server is at capacity. Send the request again later.', 1);
}

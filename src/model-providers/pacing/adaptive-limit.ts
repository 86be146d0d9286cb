/** Calls at a time before anything is known about a provider. Doubles with each round of answers. */
const FIRST_LIMIT = 16;
const MAX_LIMIT = 1_000;

/** The factor by which a refusal lowers the limit. */
const DECREASE = 0.8;

/** How long the number of calls that was refused is not tried again. */
const PROBE_AFTER_MS = 30_000;

/** Without `retry-after`, the pause after a refusal doubles up to this, until a call succeeds. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;

/** The longest wait that a provider can ask for. */
const MAX_RETRY_AFTER_MS = 60 * 60_000;

/** The outcome of a call. A failure that says nothing about load is neither a success nor a refusal. */
export type CallEnd = 'succeeded' | 'failed' | { refusedForMs: number | null };

interface Waiter {
  start: () => void;
}

/**
 * Finds out how many calls a provider answers at a time. The limit grows while calls succeed and wait
 * for each other: quickly until the first refusal, then by one for each round of answers. A refusal
 * cuts it by a fifth and pauses all calls for as long as the provider asks.
 */
export class AdaptiveLimit {
  private limit = FIRST_LIMIT;
  private isStarting = true;
  /** The limit stays below the number of calls that was refused, for a while. */
  private ceiling = MAX_LIMIT;
  private inFlight = 0;
  private refusedAt = -Infinity;
  private pausedUntil = -Infinity;
  private refusalsInARow = 0;
  private usedAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private readonly waiting = new Set<Waiter>();

  /** Calls that are allowed at a time. */
  get size(): number {
    return Math.floor(this.limit);
  }

  /** Returns how long nothing has been called or waiting, in milliseconds; 0 while something is. */
  get idleMs(): number {
    return this.inFlight + this.waiting.size > 0 ? 0 : performance.now() - this.usedAt;
  }

  /**
   * Waits until a call may start. Returns the function that must be called when it has ended.
   * @throws the reason of the signal if it is aborted first.
   */
  async begin(signal: AbortSignal): Promise<(end: CallEnd) => void> {
    signal.throwIfAborted();
    if (this.waiting.size > 0 || !this.hasRoom()) await this.wait(signal);
    else this.inFlight += 1;
    const startedAt = performance.now();
    return (end) => this.end(startedAt, end);
  }

  private wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.waiting.delete(waiter);
        reject(signal.reason as Error);
      };
      const waiter = {
        start: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.add(waiter);
      this.startWaiting();
    });
  }

  private end(startedAt: number, end: CallEnd): void {
    const before = this.inFlight;
    this.inFlight -= 1;
    this.usedAt = performance.now();
    if (end === 'succeeded') this.grow(before);
    else if (end !== 'failed') this.shrink(startedAt, before, end.refusedForMs);
    this.startWaiting();
  }

  private grow(inFlight: number): void {
    this.refusalsInARow = 0;
    // A limit that nobody reaches says nothing.
    if (this.waiting.size === 0 && inFlight < this.size) return;
    const isCareful = performance.now() - this.refusedAt < PROBE_AFTER_MS;
    const most = isCareful ? this.ceiling : MAX_LIMIT;
    const step = this.isStarting ? 1 : 1 / this.limit;
    this.limit = Math.max(this.limit, Math.min(most, this.limit + step));
  }

  private shrink(startedAt: number, inFlight: number, refusedForMs: number | null): void {
    const now = performance.now();
    // Calls that were on their way at the time of the last refusal are part of the same excess.
    if (startedAt > this.refusedAt) {
      this.ceiling = Math.max(1, inFlight - 1);
      this.limit = Math.max(1, Math.floor(Math.min(this.limit, inFlight) * DECREASE));
      this.isStarting = false;
      this.refusedAt = now;
      this.refusalsInARow += 1;
    }
    const backoff = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.refusalsInARow - 1));
    const pause = Math.min(refusedForMs ?? backoff, MAX_RETRY_AFTER_MS);
    this.pausedUntil = Math.max(this.pausedUntil, now + pause);
  }

  private hasRoom(): boolean {
    return this.inFlight < this.size && performance.now() >= this.pausedUntil;
  }

  private startWaiting(): void {
    for (const waiter of this.waiting) {
      if (!this.hasRoom()) break;
      this.waiting.delete(waiter);
      this.inFlight += 1;
      waiter.start();
    }
    const pause = this.pausedUntil - performance.now();
    if (this.waiting.size === 0 || pause <= 0 || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.startWaiting();
    }, Math.ceil(pause)).unref();
  }
}

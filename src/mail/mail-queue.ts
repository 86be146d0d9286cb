import { setTimeout as sleep } from 'node:timers/promises';

export interface MailQueueSettings<T> {
  /** Hands one over; called again later when it fails. */
  deliver: (item: T) => Promise<void>;
  /** Whether trying again could help. */
  isTransient: (error: unknown) => boolean;
  /** Told of every failure; `isFinal` when it is given up. */
  onFailure: (item: T, error: unknown, isFinal: boolean) => void;
  /** The most that wait at a time; what comes beyond is given up at once. */
  capacity: number;
  /** How long to wait before each further attempt. */
  pausesMs: readonly number[];
  /** How long `stop` waits at most. */
  patienceMs: number;
}

interface Entry<T> {
  item: T;
  failures: number;
}

/** Nobody waits for delivery, so a few at a time are enough. */
const AT_A_TIME = 2;

/** Delivers in the background, a few at a time and again after failures, and never throws. */
export class MailQueue<T> {
  private readonly waiting: Entry<T>[] = [];
  private readonly paused = new Map<Entry<T>, NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private isStopping = false;

  constructor(private readonly settings: MailQueueSettings<T>) {}

  add(item: T): void {
    const length = this.waiting.length + this.paused.size + this.running.size;
    if (this.isStopping || length >= this.settings.capacity) {
      this.settings.onFailure(item, new Error('Too many mails are waiting.'), true);
      return;
    }
    this.enqueue({ item, failures: 0 });
  }

  /** Tries everything that is left a last time, and waits for that, but not for ever. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const [entry, timer] of this.paused) {
      clearTimeout(timer);
      this.waiting.push(entry);
    }
    this.paused.clear();
    this.startMore();
    await Promise.race([this.drained(), sleep(this.settings.patienceMs, null, { ref: false })]);
  }

  private async drained(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private enqueue(entry: Entry<T>): void {
    this.waiting.push(entry);
    this.startMore();
  }

  private startMore(): void {
    while (this.running.size < AT_A_TIME && this.waiting.length > 0) {
      const work = this.attempt(this.waiting.shift()!).finally(() => {
        this.running.delete(work);
        this.startMore();
      });
      this.running.add(work);
    }
  }

  private async attempt(entry: Entry<T>): Promise<void> {
    const { deliver, isTransient, onFailure, pausesMs } = this.settings;
    try {
      await deliver(entry.item);
    } catch (error) {
      const pause = pausesMs[entry.failures];
      const isFinal = pause === undefined || this.isStopping || !isTransient(error);
      onFailure(entry.item, error, isFinal);
      if (!isFinal) this.pause(entry, pause);
    }
  }

  /** Others go on meanwhile: one mailbox that is full holds nobody up. */
  private pause(entry: Entry<T>, milliseconds: number): void {
    entry.failures++;
    const timer = setTimeout(() => {
      this.paused.delete(entry);
      this.enqueue(entry);
    }, milliseconds).unref();
    this.paused.set(entry, timer);
  }
}

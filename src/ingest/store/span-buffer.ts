import { UnavailableError } from '../../kernel/errors/errors.js';
import { discardedSpans, duplicateSpans, flushSeconds, storedSpans } from './ingest.metrics.js';
import type { EncodedSpans } from './encode-spans.js';
import type { RejectedSpan } from '../decode/span-record.js';
import type { SpanWriter, WriteResult } from './span-writer.js';

export interface BufferLimits {
  /** Batches that may be written at the same time. */
  writers: number;
  /** Maximum number of spans in a batch. */
  maxBatchSpans: number;
  /** Maximum size of a batch's rows in bytes. */
  maxBatchBytes: number;
  /** How long a request waits for others while another batch is being written. */
  lingerMs: number;
  /** How long a request waits for its turn before its sender must retry. */
  maxWaitMs: number;
}

/**
 * Batches are large enough to share the cost of a commit, and small enough to be stored quickly.
 */
export const BATCH_LIMITS: Omit<BufferLimits, 'writers'> = {
  maxBatchSpans: 2_000,
  maxBatchBytes: 8 * 1024 * 1024,
  lingerMs: 5,
  maxWaitMs: 20_000,
};

interface Waiting {
  request: EncodedSpans;
  since: number;
  /** Receives the spans that were rejected. */
  resolve: (rejected: RejectedSpan[]) => void;
  reject: (error: unknown) => void;
}

/** Records the rejected spans of all requests for users. Never throws. */
export interface RejectionLog {
  /** Returns those that can be sent again. */
  record(rejected: readonly RejectedSpan[]): Promise<ReadonlySet<RejectedSpan>>;
}

/**
 * Group commit: requests that arrive while the writers are busy share the next transaction. Each
 * caller's promise settles when its own spans are committed. The first batch starts at once;
 * another writer starts only if a batch is full or a request has waited long enough.
 */
export class SpanBuffer {
  private waiting: Waiting[] = [];
  private waitingSpans = 0;
  private waitingBytes = 0;
  private readonly writing = new Set<Promise<void>>();
  /** The writes that no sender waits for. */
  private readonly recording = new Set<Promise<void>>();
  private draining = false;
  private lingerTimer: NodeJS.Timeout | undefined;
  private patienceTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly writer: SpanWriter,
    private readonly rejections: RejectionLog,
    private readonly limits: BufferLimits,
  ) {}

  /**
   * Stores the spans of a request and records the rejected ones.
   * @returns every rejected span of the request, once the others are committed. Those that cannot be
   * sent again have lost what was kept of them.
   * @throws UnavailableError if they cannot be stored now.
   */
  async add(request: EncodedSpans): Promise<RejectedSpan[]> {
    if (request.spans.length === 0 && request.rejected.length === 0) return [];
    return new Promise<RejectedSpan[]>((resolve, reject) => {
      this.waiting.push({ request, since: Date.now(), resolve, reject });
      this.waitingSpans += request.spans.length;
      this.waitingBytes += request.byteSize;
      this.pump();
    });
  }

  /** Resolves when all earlier requests are settled. Later requests are written at once. */
  async drain(): Promise<void> {
    this.draining = true;
    this.pump();
    while (this.writing.size > 0) await Promise.all(this.writing);
    await Promise.all(this.recording);
  }

  private pump(): void {
    while (this.waiting.length > 0 && this.writing.size < this.limits.writers) {
      const wait = this.waitBeforeFlush();
      if (wait > 0) {
        this.lingerTimer ??= setTimeout(() => {
          this.lingerTimer = undefined;
          this.pump();
        }, wait).unref();
        return;
      }
      const writing: Promise<void> = this.flush(this.takeBatch()).finally(() => {
        this.writing.delete(writing);
        this.pump();
      });
      this.writing.add(writing);
    }
    if (this.waiting.length > 0)
      this.patienceTimer ??= setTimeout(() => this.giveUp(), 1000).unref();
  }

  private waitBeforeFlush(): number {
    const { maxBatchSpans, maxBatchBytes, lingerMs } = this.limits;
    const [oldest] = this.waiting;
    if (!oldest || this.draining || this.writing.size === 0) return 0;
    if (this.waitingSpans >= maxBatchSpans || this.waitingBytes >= maxBatchBytes) return 0;
    return oldest.since + lingerMs - Date.now();
  }

  /** Takes the longest-waiting requests that fit into one batch, but at least one of any size. */
  private takeBatch(): Waiting[] {
    let count = 0;
    let spans = 0;
    let bytes = 0;
    for (const entry of this.waiting) {
      spans += entry.request.spans.length;
      bytes += entry.request.byteSize;
      const full = spans > this.limits.maxBatchSpans || bytes > this.limits.maxBatchBytes;
      if (full && count > 0) break;
      count += 1;
    }
    return this.take(count);
  }

  private take(count: number): Waiting[] {
    const batch = this.waiting.splice(0, count);
    for (const entry of batch) {
      this.waitingSpans -= entry.request.spans.length;
      this.waitingBytes -= entry.request.byteSize;
    }
    return batch;
  }

  private async flush(batch: Waiting[]): Promise<void> {
    const stopTimer = flushSeconds.startTimer();
    try {
      const { stored, duplicates, refused } = await this.writer.write(
        batch.flatMap((entry) => entry.request.spans),
      );
      storedSpans.inc(stored);
      duplicateSpans.inc(duplicates);
      this.answer(batch, refused);
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    } finally {
      stopTimer();
    }
  }

  /** Requests without rejected spans never wait for those of others to be recorded. */
  private answer(batch: readonly Waiting[], refused: WriteResult['refused']): void {
    const answers = batch.map((entry) => {
      const { spans, rejected } = entry.request;
      const now = refused.size === 0 ? [] : spans.flatMap((span) => refused.get(span) ?? []);
      return { entry, rejected: [...rejected, ...now] };
    });
    for (const { entry, rejected } of answers) if (rejected.length === 0) entry.resolve([]);
    const all = answers.flatMap(({ rejected }) => rejected);
    if (all.length === 0) return;
    for (const { reason } of all) discardedSpans.inc({ reason });
    const recording: Promise<void> = this.rejections
      .record(all)
      .then((kept) => {
        for (const { entry, rejected } of answers) {
          entry.resolve(rejected.map((span) => (kept.has(span) ? span : { ...span, kept: null })));
        }
      })
      .finally(() => this.recording.delete(recording));
    this.recording.add(recording);
  }

  /** If the database hangs, rejects requests that have waited too long and frees their spans. */
  private giveUp(): void {
    this.patienceTimer = undefined;
    const deadline = Date.now() - this.limits.maxWaitMs;
    const late = this.waiting.findIndex((entry) => entry.since > deadline);
    const count = late === -1 ? this.waiting.length : late;
    for (const entry of this.take(count)) {
      entry.reject(
        new UnavailableError('The database cannot keep up. Send the spans again later.', 5),
      );
    }
    this.pump();
  }
}

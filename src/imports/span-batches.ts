import { setTimeout as sleep } from 'node:timers/promises';
import type { StorageLock } from '../kernel/access/storage-lock.js';
import { UnavailableError } from '../kernel/errors/errors.js';
import type { ImportOutcome, ReadySpans, SpanImporter } from '../spans/span-importer.js';
import type { ImportReport, Place } from './import-report.js';

/** Large enough to share the cost of a commit, and small enough to be stored quickly. */
const MAX_SPANS = 2_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** How often the cursor is saved. */
const SAVE_MS = 1_000;

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** How long to wait for a database that cannot store spans now. */
const PATIENCE_MS = 10 * 60_000;

/** Spans on their way to the database. */
interface Batch {
  spans: object[];
  bytes: number;
  /** Where to continue once this batch and all before it are stored; null: as before. */
  cursor: object | null;
  isStored: boolean;
}

interface Settings {
  importer: SpanImporter;
  report: ImportReport;
  lock: StorageLock;
  /** Batches that may be written at the same time. */
  writers: number;
  save: (cursor: object) => Promise<void>;
}

/**
 * Joins spans into batches and writes several at a time. Whoever adds spans waits while all writers are
 * busy, so memory stays flat. The cursor never passes a span that is not stored.
 */
export class SpanBatches {
  private next: Batch = emptyBatch();
  /** In the order of their spans, from the oldest that is not stored. */
  private readonly started: Batch[] = [];
  private readonly writing = new Set<Promise<void>>();
  private failure: unknown;
  private unsaved: object | null = null;
  private savedAt = performance.now();

  constructor(private readonly settings: Settings) {}

  /**
   * Adds the spans of a place, and reports those that cannot be stored.
   * @param cursor where to continue once they are stored; null in the middle of a document.
   * @throws the error of an earlier batch, InsufficientStorageError while nothing new is stored.
   */
  async add(
    { spans, byteSize, rejected }: ReadySpans,
    place: Place,
    cursor: object | null,
  ): Promise<void> {
    const { report } = this.settings;
    for (const { message, spanId } of rejected) {
      report.refuse('spans', message, spanId === null ? place : `${place}, span ${spanId}`);
    }
    const bytesEach = byteSize / Math.max(spans.length, 1);
    for (const span of spans) {
      if (this.next.spans.length >= MAX_SPANS || this.next.bytes >= MAX_BYTES) await this.start();
      this.next.spans.push(span);
      this.next.bytes += bytesEach;
    }
    this.next.cursor = cursor ?? this.next.cursor;
    report.tell(place);
  }

  /** Resolves when all spans are stored, and saves the cursor. */
  async flush(): Promise<void> {
    await this.start();
    await Promise.all(this.writing);
    this.throwFailure();
    await this.save();
  }

  private async start(): Promise<void> {
    while (this.writing.size >= this.settings.writers) await Promise.race(this.writing);
    this.throwFailure();
    this.settings.lock.assertOpen();
    if (performance.now() - this.savedAt > SAVE_MS) await this.save();
    const batch = this.next;
    this.next = emptyBatch();
    this.started.push(batch);
    const writing: Promise<void> = this.write(batch)
      .catch((error: unknown) => {
        this.failure ??= error;
      })
      .finally(() => this.writing.delete(writing));
    this.writing.add(writing);
  }

  private async write(batch: Batch): Promise<void> {
    if (batch.spans.length > 0) {
      const { stored, duplicates, refused } = await this.writePatiently(batch.spans);
      const { report } = this.settings;
      report.take('spans', stored, duplicates);
      for (const { message, traceId, spanId } of refused) {
        report.refuse('spans', message, `trace ${traceId}, span ${spanId}`);
      }
    }
    batch.isStored = true;
    while (this.started[0]?.isStored) {
      this.unsaved = this.started.shift()!.cursor ?? this.unsaved;
    }
  }

  private async writePatiently(spans: readonly object[]): Promise<ImportOutcome> {
    const deadline = performance.now() + PATIENCE_MS;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        return await this.settings.importer.write(spans);
      } catch (error) {
        const mayPass = error instanceof UnavailableError && performance.now() < deadline;
        if (!mayPass || this.failure !== undefined) throw error;
        this.settings.report.warn(`${error.message} Trying again in ${pause / 1000} s.`);
        await sleep(pause);
      }
    }
  }

  private async save(): Promise<void> {
    this.savedAt = performance.now();
    const cursor = this.unsaved;
    this.unsaved = null;
    if (cursor) await this.settings.save(cursor);
  }

  private throwFailure(): void {
    if (this.failure !== undefined) throw this.failure;
  }
}

function emptyBatch(): Batch {
  return { spans: [], bytes: 0, cursor: null, isStored: false };
}

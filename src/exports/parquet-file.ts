import { WorkerThread } from '../kernel/threads/worker-thread.js';
import type { QueriedSpan } from '../tracing/span-queries/span-queries.service.js';
import type { ParquetAnswer, ParquetQuestion } from './parquet.worker.js';
import { toRow } from './parquet-columns.js';

const WORKER = new URL('./parquet.worker.js', import.meta.url);

/** Enough for a row group and what it is compressed to. */
const LIMITS = { heapMib: 512, answerMs: 120_000 };

/**
 * Writes spans as a Parquet file with one row for each, in another thread, because compressing a row group
 * takes almost a second.
 */
export class ParquetFile {
  private readonly thread = new WorkerThread<ParquetQuestion, ParquetAnswer>(WORKER, LIMITS);

  /** Adds spans. Returns the next bytes of the file, if a row group is complete. */
  add(spans: readonly QueriedSpan[]): Promise<Uint8Array> {
    return this.thread.ask(spans.map(toRow));
  }

  /** Returns the last bytes of the file. */
  end(): Promise<Uint8Array> {
    return this.thread.ask(null);
  }

  close(): Promise<void> {
    return this.thread.stop();
  }
}

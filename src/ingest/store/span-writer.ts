import type { EncodedSpan } from './encode-spans.js';
import type { RejectedSpan } from '../decode/span-record.js';

/** The result of one write. */
export interface WriteResult {
  stored: number;
  /** Spans that were already stored, or were in the batch twice. */
  duplicates: number;
  /** Spans that the database rejected. */
  refused: ReadonlyMap<EncodedSpan, RejectedSpan>;
}

/** Injection token of the span writer. */
export const SPAN_WRITER = Symbol('span writer');

/**
 * Stores spans.
 *
 * - Resolves only after everything is committed.
 * - Idempotent: of several spans with the same `(trace_id, span_id)`, only the first is stored and
 *   counted in the totals of its trace. Sending all or part of a batch again changes nothing.
 * - A span that the database rejects is left out and reported. The others are stored.
 * - A trace keeps the project in which it began, and all its spans belong to that project.
 * - Any number of processes may write the same traces, sessions and projects.
 *
 * @throws UnavailableError if the database cannot be reached or is too busy. Then part of the batch
 * may be stored, and the caller may send all of it again.
 */
export interface SpanWriter {
  /**
   * @param spans their packs are compressed.
   * @param projectId row ID of the project that gets them, whatever it is called by then. By default,
   * names decide, and missing projects are created.
   * @throws NotFoundError if that project has been deleted.
   */
  write(spans: readonly EncodedSpan[], projectId?: number): Promise<WriteResult>;
}

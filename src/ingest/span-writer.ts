import type { EncodedSpan } from './encoded-span.js';
import type { RejectedSpan } from './span-record.js';

/** What became of the spans of one write. */
export interface WriteResult {
  stored: number;
  /** Spans that were there already, or twice in the batch. */
  duplicates: number;
  /** Spans that the database would not take, by the span that was given. */
  refused: ReadonlyMap<EncodedSpan, RejectedSpan>;
}

/** Injection token of the span writer. */
export const SPAN_WRITER = Symbol('span writer');

/**
 * Stores spans.
 *
 * - Resolves only after everything is committed.
 * - Idempotent: a span `(trace_id, span_id)` is stored once, the first one sent, and counts once in
 *   the sums of its trace. Sending a batch again, whole or in part, changes nothing.
 * - A span that the database refuses is left out and reported; its neighbours are stored.
 * - A trace keeps the project it was first seen in; all its spans are of that project.
 * - Any number of processes may write the same traces, sessions and projects.
 *
 * @throws UnavailableError when the database cannot be reached or is too busy. Then some of the
 *   batch may be stored, and the caller may send all of it again.
 */
export interface SpanWriter {
  write(spans: readonly EncodedSpan[]): Promise<WriteResult>;
}

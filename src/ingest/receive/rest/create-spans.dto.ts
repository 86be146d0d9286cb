import type { RefusedSpans } from '../../create-spans.service.js';

/** The number of stored spans of a request. */
export class CreatedSpansAnswer {
  total_received: number;

  /** Number of stored spans. Despite the name, the response is sent after the commit. */
  total_queued: number;
}

/** A span that is already stored. */
export class DuplicateSpan {
  span_id: string;

  trace_id: string;
}

/** A span that cannot be stored. */
export class InvalidSpan {
  span_id: string;

  trace_id: string;

  /** Why it cannot be stored. */
  error: string;
}

/** The reasons why none of the spans of a request were stored. */
export class RefusedSpansAnswer {
  error: string;

  total_received: number;

  total_queued: number;

  total_duplicates: number;

  total_invalid: number;

  duplicate_spans: DuplicateSpan[];

  invalid_spans: InvalidSpan[];
}

export function toRefusedSpansAnswer(
  received: number,
  { stored, duplicates, invalid }: RefusedSpans,
): RefusedSpansAnswer {
  return {
    error: 'Request contains invalid or duplicate spans',
    total_received: received,
    total_queued: stored,
    total_duplicates: duplicates.length,
    total_invalid: invalid.length,
    duplicate_spans: duplicates.map(({ spanId, traceId }) => ({
      span_id: spanId,
      trace_id: traceId,
    })),
    invalid_spans: invalid.map(({ spanId, traceId, message }) => ({
      span_id: spanId ?? '',
      trace_id: traceId ?? '',
      error: message,
    })),
  };
}

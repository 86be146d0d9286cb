/** How many spans of a request are stored. */
export class CreatedSpansAnswer {
  total_received: number;

  /** Spans that are stored, the word notwithstanding: it is answered after the commit. */
  total_queued: number;
}

/** A span that is stored already. */
export class DuplicateSpan {
  span_id: string;

  trace_id: string;
}

/** A span that cannot be stored. */
export class InvalidSpan {
  span_id: string;

  trace_id: string;

  /** What is wrong with it. */
  error: string;
}

/** Why none of the spans of a request were stored. */
export class RefusedSpansAnswer {
  error: string;

  total_received: number;

  total_queued: number;

  total_duplicates: number;

  total_invalid: number;

  duplicate_spans: DuplicateSpan[];

  invalid_spans: InvalidSpan[];
}

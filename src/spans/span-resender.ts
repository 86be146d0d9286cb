/** A span that was refused and kept. */
export interface KeptSpanContent {
  /** An ExportTraceServiceRequest in OTLP's JSON mapping. */
  content: Buffer;
  /** Whether its IDs need not be hex. */
  acceptsAnyId: boolean;
  /** Fingerprint of the mask that was applied; null if there was none. */
  maskedBy: string | null;
}

/** The reason why a span was refused again. */
export interface Refusal {
  /** A short stable word, such as `invalid_id`. */
  reason: string;
  /** A sentence. */
  message: string;
}

/** Sends refused spans again. The feature `ingest` provides it. */
export abstract class SpanResender {
  /**
   * Stores spans in a project as ingestion does, and resolves once they are committed. Spans that are
   * stored already stay as they are. Those of a trace in another project are refused.
   * @returns for each span, null or why it was refused.
   * @throws UnavailableError if they cannot be stored now. Sending all of them again is harmless.
   */
  abstract resend(
    spans: readonly KeptSpanContent[],
    project: { id: number; name: string },
  ): Promise<(Refusal | null)[]>;
}

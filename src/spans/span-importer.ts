import type { CreatedSpan } from './created-span.js';

/** A span that cannot be stored. */
export interface RefusedSpan {
  /** A short stable word, such as `invalid_id`. */
  reason: string;
  /** A sentence. */
  message: string;
  traceId: string | null;
  spanId: string | null;
}

/** Spans that are ready to be written. Only their importer knows their form. */
export interface ReadySpans {
  readonly spans: readonly object[];
  readonly byteSize: number;
  /** Those that cannot be stored. */
  readonly rejected: readonly RefusedSpan[];
}

export interface ImportOutcome {
  stored: number;
  /** Spans that were stored already. */
  duplicates: number;
  /** Spans that the database refused. */
  refused: readonly RefusedSpan[];
}

/** Stores spans from files and other servers as ingestion does. The feature `ingest` provides it. */
export abstract class SpanImporter {
  /**
   * Reads an ExportTraceServiceRequest in JSON. IDs need not be hex.
   * @param projectName overrides the project that the resources name.
   * @throws UnprocessableError if it cannot be read at all.
   */
  abstract readOtlpJson(body: Buffer, projectName: string | undefined): ReadySpans;

  /** Converts spans of a project, like spans created over REST. */
  abstract convert(spans: readonly CreatedSpan[], projectName: string): ReadySpans;

  /**
   * Writes spans in one transaction, and resolves once it is committed. Creates missing projects.
   * @throws UnavailableError if they cannot be stored now. Writing all of them again is harmless.
   */
  abstract write(spans: readonly object[]): Promise<ImportOutcome>;
}

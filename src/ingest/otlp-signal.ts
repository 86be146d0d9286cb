import type { Identity } from '../kernel/access/access.js';
import type { OtlpEncoding } from './decode/decode-traces.js';
import type { Sender } from './admit/exporter-counts.js';
import type { PartialSuccess } from './export-response.js';

/**
 * One of the kinds of telemetry that OTLP sends: spans, log records or metrics. HTTP and gRPC take requests
 * of any signal through the same steps.
 */
export interface OtlpSignal<Encoded> {
  /**
   * Decodes the body of an export request and encodes it for the database.
   * @param projectName overrides the project that the resources name. Empty means the default project.
   * @throws MalformedBodyError if the body cannot be decoded.
   */
  decode(body: Uint8Array, encoding: OtlpEncoding, projectName: string | undefined): Encoded;

  /** Returns about how many bytes of memory a request holds until it is stored. */
  heldBytesOf(encoded: Encoded): number;

  /**
   * Stores what the caller may send, and counts it for the page about senders.
   * @returns what was not stored, once the rest is committed; null if everything was.
   * @throws UnavailableError if it cannot be stored now.
   */
  store(encoded: Encoded, caller: Identity, sender: Sender): Promise<PartialSuccess | null>;
}

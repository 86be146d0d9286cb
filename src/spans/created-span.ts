import type { JsonObject } from '../kernel/json/json.js';

/** A span that was created over REST or comes from another product, and not over OTLP. */
export interface CreatedSpan {
  /** Any non-empty text of at most 256 characters. */
  traceId: string;
  spanId: string;
  /** Null for the root of a trace. */
  parentId: string | null;
  name: string;
  /**
   * Any text. Stored as the kind attribute; in the kind column, an unknown kind becomes UNKNOWN.
   */
  spanKind: string;
  /** Microseconds since 1970. */
  startTime: bigint;
  endTime: bigint;
  /** Case-insensitive. Anything but OK and ERROR means UNSET. */
  statusCode: string;
  statusMessage: string;
  /** Dotted, nested or both, as read by `parseJson`. */
  attributes: JsonObject;
  events: CreatedEvent[];
}

export interface CreatedEvent {
  name: string;
  /** Microseconds since 1970. */
  time: bigint;
  attributes: JsonObject;
}

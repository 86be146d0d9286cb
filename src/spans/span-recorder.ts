import type { JsonObject } from '../kernel/json/json.js';

/** A span of this server's own work, such as a chat in the playground. */
export interface RecordedSpan {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  parentId: string | null;
  name: string;
  /** The kind of OpenInference, such as `LLM`. */
  kind: string;
  startTime: Date;
  endTime: Date;
  statusCode: 'OK' | 'ERROR';
  statusMessage: string;
  /** By their dotted names; values may be nested. */
  attributes: JsonObject;
  events: { name: string; time: Date; attributes: JsonObject }[];
}

/** Stores spans of this server's own work. The feature `ingest` provides it. */
export abstract class SpanRecorder {
  /**
   * Stores spans, which are visible once it resolves. Creates the project if it does not exist.
   * @throws UnavailableError if they cannot be stored now.
   */
  abstract record(projectName: string, spans: readonly RecordedSpan[]): Promise<void>;
}

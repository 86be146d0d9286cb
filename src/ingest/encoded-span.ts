import type { StatusCode } from './span-record.js';

/**
 * A span ready to be written: its row as bytes, and beside it what the writer has to know. While
 * spans wait for their transaction they are bytes rather than strings, because strings that live
 * that long fill the heap of the process.
 */
export interface EncodedSpan {
  traceId: string;
  spanId: string;
  name: string;
  projectName: string;
  sessionId: string | null;
  userId: string | null;
  statusCode: StatusCode;
  /** Microseconds since 1970. */
  startTime: bigint;
  endTime: bigint;
  promptTokens: number | null;
  completionTokens: number | null;
  /** The rows of its request; this span's row is from `start` to `end`. */
  rows: Buffer;
  start: number;
  end: number;
}

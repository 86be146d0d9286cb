import type { RejectedSpan, SpanRecord, StatusCode } from './decode/span-record.js';
import { LATE_COLUMNS, COPIED_COLUMNS, type CopiedColumn } from './span-columns.js';
import { rejectForStorage } from './decode/reject.js';

const NULL_FIELD = -1;
const JSONB_VERSION = 1;
const INT8_BYTES = 8;
const LENGTH_BYTES = 4;
const FIELD_COUNT = LATE_COLUMNS.length + COPIED_COLUMNS.length;
const POSTGRES_EPOCH_MICROS = 946_684_800_000_000n;

/** UTF-8 takes at most three bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

const FIRST_SCRATCH_BYTES = 1024 * 1024;
/** Prevents one huge request from keeping its memory forever. */
const KEPT_SCRATCH_BYTES = 16 * 1024 * 1024;

/**
 * The buffer in which rows are assembled until their size is known. Only one request uses it at a
 * time.
 */
let scratch = Buffer.allocUnsafeSlow(FIRST_SCRATCH_BYTES);

/**
 * A span that is ready to be written: its row as bytes, and other values that the writer needs.
 * Spans wait for their transaction as bytes, because strings that live that long fill the heap.
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
  /** The rows of its request. This span's row runs from `start` to `end`. */
  rows: Buffer;
  start: number;
  end: number;
}

/** The spans of one request, ready to be written. */
export interface EncodedSpans {
  spans: EncodedSpan[];
  rejected: RejectedSpan[];
  /** Size of the rows in bytes. */
  byteSize: number;
}

/**
 * Encodes spans as rows of `COPY … (FORMAT binary)`, so that PostgreSQL stores IDs, times and text
 * without parsing or unescaping them. Leaves the late columns empty. Rejects spans with a value
 * that does not fit its column.
 *
 * The spans keep the given order. Their rows are sorted by key, as they will be written, so the
 * rows of a trace are sent in one piece.
 */
export function encodeSpans(records: readonly SpanRecord[]): EncodedSpans {
  const encoded = new Map<SpanRecord, EncodedSpan>();
  const rejected: RejectedSpan[] = [];
  let length = 0;
  for (const record of records.toSorted(compareKeys)) {
    try {
      const end = encodeRow(record, length);
      encoded.set(record, toEncodedSpan(record, length, end));
      length = end;
    } catch (error) {
      rejected.push(rejectForStorage(record, error));
    }
  }
  const rows = Buffer.allocUnsafeSlow(length);
  scratch.copy(rows, 0, 0, length);
  for (const span of encoded.values()) span.rows = rows;
  if (scratch.length > KEPT_SCRATCH_BYTES) scratch = Buffer.allocUnsafeSlow(FIRST_SCRATCH_BYTES);
  const spans = records.flatMap((record) => encoded.get(record) ?? []);
  return { spans, rejected, byteSize: length };
}

/** The order in which all writers insert, which prevents deadlocks. */
export function compareKeys(a: Key, b: Key): number {
  return compare(a.traceId, b.traceId) || compare(a.spanId, b.spanId);
}

interface Key {
  traceId: string;
  spanId: string;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Writes the late columns into a row that starts at `start`. */
export function fillLateColumns(
  bytes: Buffer,
  start: number,
  { id, projectId }: { id: number; projectId: number },
): void {
  const first = start + 2 + LENGTH_BYTES;
  bytes.writeBigInt64BE(BigInt(id), first);
  bytes.writeBigInt64BE(BigInt(projectId), first + INT8_BYTES + LENGTH_BYTES);
}

function encodeRow(record: SpanRecord, start: number): number {
  let at = start;
  reserve(at, 2 + LATE_COLUMNS.length * (LENGTH_BYTES + INT8_BYTES));
  at = scratch.writeInt16BE(FIELD_COUNT, at);
  for (let i = 0; i < LATE_COLUMNS.length; i++) {
    at = scratch.writeInt32BE(INT8_BYTES, at) + INT8_BYTES;
  }
  for (const column of COPIED_COLUMNS) at = encodeField(column, record, at);
  return at;
}

function encodeField({ type, value }: CopiedColumn, record: SpanRecord, at: number): number {
  const field = value(record);
  if (typeof field === 'string') {
    reserve(at, LENGTH_BYTES + 1 + field.length * MAX_BYTES_PER_UNIT);
    // Writes the text first, then its length into the gap before it, because counting bytes costs
    // another pass.
    let end = at + LENGTH_BYTES;
    if (type === 'jsonb') end = scratch.writeUInt8(JSONB_VERSION, end);
    end += scratch.write(field, end);
    scratch.writeInt32BE(end - at - LENGTH_BYTES, at);
    return end;
  }
  reserve(at, LENGTH_BYTES + INT8_BYTES);
  if (field === null) return scratch.writeInt32BE(NULL_FIELD, at);
  const number = typeof field === 'bigint' ? field - POSTGRES_EPOCH_MICROS : BigInt(field);
  return scratch.writeBigInt64BE(number, scratch.writeInt32BE(INT8_BYTES, at));
}

function reserve(used: number, bytes: number): void {
  if (used + bytes <= scratch.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(scratch.length * 2, used + bytes));
  scratch.copy(larger, 0, 0, used);
  scratch = larger;
}

function toEncodedSpan(record: SpanRecord, start: number, end: number): EncodedSpan {
  return {
    traceId: record.traceId,
    spanId: record.spanId,
    name: record.name,
    projectName: record.projectName,
    sessionId: record.sessionId,
    userId: record.userId,
    statusCode: record.statusCode,
    startTime: record.startTime,
    endTime: record.endTime,
    promptTokens: record.promptTokens,
    completionTokens: record.completionTokens,
    rows: scratch,
    start,
    end,
  };
}

import type { CostRole, RejectedSpan, SpanRecord, StatusCode } from '../decode/span-record.js';
import {
  COPIED_COLUMNS,
  type ColumnType,
  type CopiedColumn,
  LATE_COLUMNS,
} from './span-columns.js';
import { rejectForStorage } from '../decode/reject.js';
import type { SpanSource } from '../decode/span-source.js';
import { keepRow } from '../decode/keep-span.js';
import { PayloadPacker, type PayloadPack, type PayloadPlace } from './payload-packs.js';

const NULL_FIELD = -1;
const JSONB_VERSION = 1;
const INT8_BYTES = 8;
const INT4_BYTES = 4;
const FLOAT8_BYTES = 8;
const LENGTH_BYTES = 4;
const FIELD_COUNT = LATE_COLUMNS.length + COPIED_COLUMNS.length;
/** The times of PostgreSQL begin in the year 2000. */
export const POSTGRES_EPOCH_MICROS = 946_684_800_000_000n;

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
  sessionRank: number;
  userId: string | null;
  statusCode: StatusCode;
  /** Microseconds since 1970. */
  startTime: bigint;
  endTime: bigint;
  promptTokens: number | null;
  completionTokens: number | null;
  role: CostRole | null;
  /** Where its payload is; null if that is in the row. */
  place: PayloadPlace | null;
  /** The rows of its request. This span's row runs from `start` to `end`. */
  rows: Buffer;
  start: number;
  end: number;
}

/** The spans of one request, ready to be written. */
export interface EncodedSpans {
  spans: EncodedSpan[];
  rejected: RejectedSpan[];
  sources: SpanSource[];
  /** A message for the sender even though nothing was refused. */
  warning?: string | null;
  /** Size of the rows and payloads in bytes. */
  byteSize: number;
}

/** Of memory for a span besides its row: an object with its IDs, names and times. */
const SPAN_BYTES = 600;

/** Returns about how many bytes of memory a request holds until it is stored. Small spans take more than they had as sent. */
export function heldBytesOf({ spans, rejected, byteSize }: EncodedSpans): number {
  const kept = rejected.reduce(
    (sum, span) => sum + SPAN_BYTES + (span.kept?.content.length ?? 0),
    0,
  );
  return byteSize + spans.length * SPAN_BYTES + kept;
}

/**
 * Encodes spans as rows of `COPY … (FORMAT binary)`, so that PostgreSQL stores IDs, times and text
 * without parsing or unescaping them. Leaves the late columns empty. Rejects spans with a value
 * that does not fit its column.
 *
 * Moves long payloads to packs, which are still to be compressed.
 *
 * The spans keep the given order. Their rows are sorted by key, as they will be written, so the
 * rows of a trace are sent in one piece.
 */
export function encodeSpans(
  records: readonly SpanRecord[],
  { isPacking }: { isPacking: boolean },
): EncodedSpans {
  const encoded = new Map<SpanRecord, EncodedSpan>();
  const rejected: RejectedSpan[] = [];
  const packer = new PayloadPacker();
  let length = 0;
  for (const record of records.toSorted(compareKeys)) {
    try {
      const place = isPacking ? packer.add(record) : null;
      const end = encodeRow(record, place, length);
      encoded.set(record, toEncodedSpan(record, place, length, end));
      length = end;
    } catch (error) {
      rejected.push(rejectForStorage(record, error, keepRow(record, record.projectName)));
    }
  }
  const rows = Buffer.allocUnsafeSlow(length);
  scratch.copy(rows, 0, 0, length);
  for (const span of encoded.values()) span.rows = rows;
  if (scratch.length > KEPT_SCRATCH_BYTES) scratch = Buffer.allocUnsafeSlow(FIRST_SCRATCH_BYTES);
  packer.finish();
  const spans = records.flatMap((record) => encoded.get(record) ?? []);
  return { spans, rejected, sources: [], byteSize: length + packer.byteSize };
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

/** The values of the late columns. */
interface LateValues {
  id: number;
  projectId: number;
  payloadId: number | null;
  payloadBytes: number | null;
}

/** Writes the late columns into a row that starts at `start`. */
export function fillLateColumns(
  bytes: Buffer,
  start: number,
  { id, projectId, payloadId, payloadBytes }: LateValues,
): void {
  let at = start + 2;
  for (const value of [id, projectId, payloadId, payloadBytes]) {
    if (value === null) return;
    bytes.writeBigInt64BE(BigInt(value), at + LENGTH_BYTES);
    at += LENGTH_BYTES + INT8_BYTES;
  }
}

/** Encodes the row of a pack, in two pieces. */
export function encodePack(id: number, { traceId, bytes }: PayloadPack): [Buffer, Buffer] {
  const trace = Buffer.from(traceId);
  const row = Buffer.allocUnsafe(2 + 3 * LENGTH_BYTES + INT8_BYTES + trace.length);
  let at = row.writeInt16BE(3);
  at = row.writeInt32BE(trace.length, at);
  at += trace.copy(row, at);
  at = row.writeInt32BE(INT8_BYTES, at);
  at = row.writeBigInt64BE(BigInt(id), at);
  row.writeInt32BE(bytes.length, at);
  return [row, bytes];
}

function encodeRow(record: SpanRecord, place: PayloadPlace | null, start: number): number {
  let at = start;
  reserve(at, 2 + LATE_COLUMNS.length * (LENGTH_BYTES + INT8_BYTES));
  at = scratch.writeInt16BE(FIELD_COUNT, at);
  for (const column of LATE_COLUMNS) {
    const isNull = column.startsWith('payload') && place === null;
    at = isNull
      ? scratch.writeInt32BE(NULL_FIELD, at)
      : scratch.writeInt32BE(INT8_BYTES, at) + INT8_BYTES;
  }
  for (const { type, value } of COPIED_COLUMNS) at = encodeField(type, value(record, place), at);
  return at;
}

function encodeField(
  type: ColumnType,
  field: ReturnType<CopiedColumn['value']>,
  at: number,
): number {
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
  if (typeof field === 'boolean') {
    return scratch.writeUInt8(Number(field), scratch.writeInt32BE(1, at));
  }
  if (type === 'int4') {
    return scratch.writeInt32BE(Number(field), scratch.writeInt32BE(INT4_BYTES, at));
  }
  if (type === 'float8') {
    return scratch.writeDoubleBE(Number(field), scratch.writeInt32BE(FLOAT8_BYTES, at));
  }
  const number = typeof field === 'bigint' ? field - POSTGRES_EPOCH_MICROS : BigInt(field);
  return scratch.writeBigInt64BE(number, scratch.writeInt32BE(INT8_BYTES, at));
}

function reserve(used: number, bytes: number): void {
  if (used + bytes <= scratch.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(scratch.length * 2, used + bytes));
  scratch.copy(larger, 0, 0, used);
  scratch = larger;
}

function toEncodedSpan(
  record: SpanRecord,
  place: PayloadPlace | null,
  start: number,
  end: number,
): EncodedSpan {
  return {
    traceId: record.traceId,
    spanId: record.spanId,
    name: record.name,
    projectName: record.projectName,
    sessionId: record.sessionId,
    sessionRank: record.sessionRank,
    userId: record.userId,
    statusCode: record.statusCode,
    startTime: record.startTime,
    endTime: record.endTime,
    promptTokens: record.promptTokens,
    completionTokens: record.completionTokens,
    role: record.role,
    place,
    rows: scratch,
    start,
    end,
  };
}

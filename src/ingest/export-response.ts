import { Writer } from 'protobufjs';
import type { OtlpEncoding } from './decode/decode-traces.js';
import type { RejectedSpan } from './decode/span-record.js';

const LENGTH_DELIMITED = 2;
const VARINT = 0;

export const CONTENT_TYPES: Record<OtlpEncoding, string> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

/**
 * Returns the encoding for a content type; null if OTLP does not define it. Protobuf allows no
 * parameters, as on the server for which the published clients were written; JSON may have a
 * charset.
 */
export function readEncoding(contentType = ''): OtlpEncoding | null {
  const lower = contentType.trim().toLowerCase();
  if (lower === CONTENT_TYPES.protobuf) return 'protobuf';
  return lower.split(';', 1)[0]!.trim() === CONTENT_TYPES.json ? 'json' : null;
}

/** The JSON name of OTLP's count of rejected items, by signal. */
type RejectedField = 'rejectedSpans' | 'rejectedLogRecords' | 'rejectedDataPoints';

/** The restrictions under which a request was accepted (OTLP's `partial_success`). */
export interface PartialSuccess {
  field: RejectedField;
  /** May be 0 if there is only something to say. */
  count: number;
  message: string;
}

/**
 * Returns what to report about rejected items.
 * @param warning what to report if there are none.
 * @returns null if there is nothing to report.
 */
export function describeRejections(
  field: RejectedField,
  rejected: readonly RejectedSpan[],
  warning: string | null = null,
): PartialSuccess | null {
  const message = rejected.length > 0 ? describeRejected(rejected) : warning;
  return message === null ? null : { field, count: rejected.length, message };
}

/** Encodes the response to an export request. Those of all signals have the same fields. */
export function encodeExportResponse(
  partial: PartialSuccess | null,
  encoding: OtlpEncoding,
): Buffer {
  if (encoding === 'json') return Buffer.from(JSON.stringify(jsonResponse(partial)));
  if (!partial) return Buffer.alloc(0);
  const writer = Writer.create();
  writer.uint32(field(1, LENGTH_DELIMITED)).fork();
  writer.uint32(field(1, VARINT)).int64(partial.count);
  writer.uint32(field(2, LENGTH_DELIMITED)).string(partial.message);
  return Buffer.from(writer.ldelim().finish());
}

function jsonResponse(partial: PartialSuccess | null): object {
  if (!partial) return {};
  return {
    partialSuccess: { [partial.field]: String(partial.count), errorMessage: partial.message },
  };
}

/** Lists each reason once, with the number of its spans and the message of the first one. */
function describeRejected(rejected: readonly RejectedSpan[]): string {
  const byReason = new Map<string, { count: number; message: string }>();
  for (const { reason, message } of rejected) {
    const known = byReason.get(reason);
    if (known) known.count += 1;
    else byReason.set(reason, { count: 1, message });
  }
  return [...byReason]
    .map(([reason, { count, message }]) => `${count} × ${reason}: ${message}`)
    .concat(describeKept(rejected))
    .join(' ');
}

function describeKept(rejected: readonly RejectedSpan[]): string {
  const kept = rejected.filter((span) => span.kept !== null).length;
  return kept === 0
    ? 'They were not kept.'
    : `${kept} of ${rejected.length} can be sent again from the page of the project.`;
}

function field(number: number, wireType: number): number {
  return (number << 3) | wireType;
}

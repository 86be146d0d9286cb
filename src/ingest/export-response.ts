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

/** Encodes an ExportTraceServiceResponse, which reports the rejected spans, if any. */
export function encodeExportResponse(
  rejected: readonly RejectedSpan[],
  encoding: OtlpEncoding,
): Buffer {
  if (encoding === 'json') return Buffer.from(JSON.stringify(jsonResponse(rejected)));
  if (rejected.length === 0) return Buffer.alloc(0);
  const writer = Writer.create();
  writer.uint32(field(1, LENGTH_DELIMITED)).fork();
  writer.uint32(field(1, VARINT)).int64(rejected.length);
  writer.uint32(field(2, LENGTH_DELIMITED)).string(describeRejected(rejected));
  return Buffer.from(writer.ldelim().finish());
}

function jsonResponse(rejected: readonly RejectedSpan[]): object {
  if (rejected.length === 0) return {};
  return {
    partialSuccess: {
      rejectedSpans: String(rejected.length),
      errorMessage: describeRejected(rejected),
    },
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

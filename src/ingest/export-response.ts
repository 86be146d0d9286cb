import { Writer } from 'protobufjs';
import type { OtlpEncoding } from './decode/decode-traces.js';
import type { RejectedSpan } from './span-record.js';

const LENGTH_DELIMITED = 2;
const VARINT = 0;

/** Content types of OTLP over HTTP, and how their bodies are encoded. */
const ENCODINGS: Record<string, OtlpEncoding> = {
  'application/x-protobuf': 'protobuf',
  'application/json': 'json',
};

export const CONTENT_TYPES: Record<OtlpEncoding, string> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};

/** How a body of this content type is encoded; null when OTLP knows no such type. */
export function encodingOf(contentType: string | undefined): OtlpEncoding | null {
  const name = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return Object.hasOwn(ENCODINGS, name) ? ENCODINGS[name]! : null;
}

/** An ExportTraceServiceResponse; it names the refused spans when there are any. */
export function exportResponse(rejected: readonly RejectedSpan[], encoding: OtlpEncoding): Buffer {
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

/** Each reason once with how many spans it concerns and the first span's message. */
function describeRejected(rejected: readonly RejectedSpan[]): string {
  const byReason = new Map<string, { count: number; message: string }>();
  for (const { reason, message } of rejected) {
    const known = byReason.get(reason);
    if (known) known.count += 1;
    else byReason.set(reason, { count: 1, message });
  }
  return [...byReason]
    .map(([reason, { count, message }]) => `${count} × ${reason}: ${message}`)
    .join(' ');
}

function field(number: number, wireType: number): number {
  return (number << 3) | wireType;
}

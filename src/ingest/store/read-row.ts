import { TEXT_START, unpackPayloads } from '../../spans/payload-pack.js';
import { keepRow, type RowValues } from '../decode/keep-span.js';
import type { KeptSpan, StatusCode } from '../decode/span-record.js';
import { type EncodedSpan, POSTGRES_EPOCH_MICROS } from './encode-spans.js';
import { COPIED_COLUMNS, LATE_COLUMNS } from './span-columns.js';

/** Writes a span that was refused after it was encoded, so that it can be sent again. */
export async function keepEncoded(span: EncodedSpan): Promise<KeptSpan | null> {
  try {
    return keepRow(await readRow(span), span.projectName);
  } catch {
    // Whatever is wrong with it must not affect other spans.
    return null;
  }
}

/** Reads the row of an encoded span, the reverse of `encodeSpans`. */
async function readRow(span: EncodedSpan): Promise<RowValues> {
  const fields = readFields(span);
  const textOf = (name: string): string | null => fields.get(name)?.toString('utf8') ?? null;
  const timeOf = (name: string): bigint =>
    fields.get(name)!.readBigInt64BE() + POSTGRES_EPOCH_MICROS;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: textOf('parent_id'),
    name: span.name,
    statusCode: textOf('status_code') as StatusCode,
    statusMessage: textOf('status_message') ?? '',
    startTime: timeOf('start_time'),
    endTime: timeOf('end_time'),
    userId: span.userId,
    // Binary jsonb begins with its version.
    attributesJson: fields.get('attributes')!.toString('utf8', 1),
    payloadJson: span.place ? await readPayload(span.place) : textOf('payload'),
    eventsJson: textOf('events'),
  };
}

function readFields({ rows, start }: EncodedSpan): Map<string, Buffer | null> {
  const fields = new Map<string, Buffer | null>();
  let at = start + 2;
  for (const name of [...LATE_COLUMNS, ...COPIED_COLUMNS.map((column) => column.name)]) {
    const length = rows.readInt32BE(at);
    at += 4;
    fields.set(name, length < 0 ? null : rows.subarray(at, at + length));
    at += Math.max(length, 0);
  }
  return fields;
}

async function readPayload({
  pack,
  start,
  length,
}: NonNullable<EncodedSpan['place']>): Promise<string> {
  const text = pack.isCompressed
    ? await unpackPayloads(pack.bytes)
    : pack.bytes.subarray(TEXT_START);
  return text.toString('utf8', start, start + length);
}

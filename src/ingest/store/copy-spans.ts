import type pg from 'pg';
import { copyBinary } from './copy-binary.js';
import { compareKeys, type EncodedSpan, encodePack, fillLateColumns } from './encode-spans.js';
import { type PayloadPack, shareOf } from './payload-packs.js';
import { reserveIds } from './reserve-ids.js';
import { LATE_COLUMNS, COPIED_COLUMNS } from './span-columns.js';

const COLUMNS = [...LATE_COLUMNS, ...COPIED_COLUMNS.map((column) => column.name)];
const COPY = `COPY spans (${COLUMNS.join(', ')}) FROM STDIN (FORMAT binary)`;
const COPY_PAYLOADS = 'COPY span_payloads (trace_id, id, bytes) FROM STDIN (FORMAT binary)';

/** A span, with values that are known only in the transaction. */
export interface NumberedSpan {
  id: number;
  /** The project of the span's trace. */
  projectId: number;
  /** Row ID of its payload; null if that is in the row of the span. */
  payloadId: number | null;
  /** Its share of the pack. */
  payloadBytes: number | null;
  span: EncodedSpan;
}

/**
 * Assigns each span the next row ID. IDs increase in the order in which spans were sent, although spans are
 * written in the order of their keys.
 */
export async function numberRows(
  client: pg.ClientBase,
  spans: readonly EncodedSpan[],
  projectIdOf: (span: EncodedSpan) => number,
): Promise<NumberedSpan[]> {
  const ids = await reserveIds(client, 'span', spans.length);
  const payloadIds = new Map<PayloadPack, number>();
  return spans.map((span, i) => {
    const id = ids[i]!;
    const row = { id, projectId: projectIdOf(span), span };
    const { place } = span;
    if (!place) return { ...row, payloadId: null, payloadBytes: null };
    // A pack gets the ID of the first of its spans.
    const payloadId = payloadIds.get(place.pack) ?? id;
    payloadIds.set(place.pack, payloadId);
    return { ...row, payloadId, payloadBytes: shareOf(place) };
  });
}

/**
 * Inserts spans, none of which may be stored yet. All writers insert in the order of the keys, so
 * they never deadlock.
 */
export async function copySpans(
  client: pg.ClientBase,
  rows: readonly NumberedSpan[],
): Promise<void> {
  await copyBinary(client, COPY, joinPieces(rows.toSorted((a, b) => compareKeys(a.span, b.span))));
}

/** Inserts the packs with payloads of these spans. */
export async function copyPayloads(
  client: pg.ClientBase,
  rows: readonly NumberedSpan[],
): Promise<void> {
  const packs = rows.flatMap(({ id, payloadId, span }) =>
    id === payloadId && span.place ? encodePack(id, span.place.pack) : [],
  );
  if (packs.length > 0) await copyBinary(client, COPY_PAYLOADS, packs);
}

/** Yields the bytes of the rows. Adjacent rows form one piece. */
function* joinPieces(rows: readonly NumberedSpan[]): Generator<Buffer, void, undefined> {
  let [source, start, end]: [Buffer | undefined, number, number] = [undefined, 0, 0];
  for (const row of rows) {
    const { span } = row;
    fillLateColumns(span.rows, span.start, row);
    if (span.rows !== source || span.start !== end) {
      if (source) yield source.subarray(start, end);
      source = span.rows;
      start = span.start;
    }
    end = span.end;
  }
  if (source) yield source.subarray(start, end);
}

import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { EncodedSpan } from './encoded-span.js';
import { fillLateColumns } from './encode-spans.js';
import { LATE_COLUMNS, SPAN_COLUMNS } from './span-columns.js';

const COLUMNS = [...LATE_COLUMNS, ...SPAN_COLUMNS.map((column) => column.name)];
const COPY = `COPY spans (${COLUMNS.join(', ')}) FROM STDIN (FORMAT binary)`;

/** Big enough that a chunk costs two writes to the socket, small enough to be no burden. */
const CHUNK_BYTES = 256 * 1024;

/** Signature, flags and header extension length of PostgreSQL's binary COPY format. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);

const RESERVE_IDS = {
  name: 'ingest-reserve-span-ids',
  text: `SELECT array_agg(nextval('spans_id_seq'))::text AS ids FROM generate_series(1, $1)`,
};

/** A span with what is known of it in the transaction only. */
export interface SpanRow {
  id: number;
  /** The project of the span's trace. */
  projectId: number;
  span: EncodedSpan;
}

/**
 * Gives each span the next row id: ids grow in the order in which spans were sent, although they are
 * written in the order of their keys.
 */
export async function numberRows(
  client: pg.ClientBase,
  spans: readonly EncodedSpan[],
  projectIdOf: (span: EncodedSpan) => number,
): Promise<SpanRow[]> {
  const { rows } = await client.query<{ ids: string }>({ ...RESERVE_IDS, values: [spans.length] });
  const ids = rows[0]!.ids.slice(1, -1).split(',').map(Number);
  return spans.map((span, i) => ({ id: ids[i]!, projectId: projectIdOf(span), span }));
}

/**
 * Inserts spans none of which may be stored yet. Every writer inserts in the order of the keys, so
 * that two of them never wait for each other in a circle.
 */
export async function copySpans(client: pg.ClientBase, rows: readonly SpanRow[]): Promise<void> {
  const stream = client.query(copyFrom(COPY));
  const done = finished(stream);
  // Whoever waits below learns of it too; this one only says that it is not forgotten.
  done.catch(() => undefined);
  for (const chunk of chunksOf(rows.toSorted(byKey))) {
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done]);
  }
  stream.end();
  await done;
}

function* chunksOf(rows: readonly SpanRow[]): Generator<Buffer, void, undefined> {
  yield HEADER;
  let chunk = Buffer.alloc(0);
  let length = 0;
  for (const row of rows) {
    const { start, end, rows: source } = row.span;
    const size = end - start;
    if (length + size > chunk.length) {
      if (length > 0) yield chunk.subarray(0, length);
      chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, size));
      length = 0;
    }
    source.copy(chunk, length, start, end);
    fillLateColumns(chunk, length, row);
    length += size;
  }
  yield chunk.subarray(0, length);
  yield TRAILER;
}

function byKey({ span: a }: SpanRow, { span: b }: SpanRow): number {
  return compare(a.traceId, b.traceId) || compare(a.spanId, b.spanId);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { encodeCopy } from './copy-encoder.js';
import { SPAN_COLUMNS, type SpanRow } from './span-columns.js';
import type { SpanRecord } from './span-record.js';

const COPY = `COPY spans (${SPAN_COLUMNS.map((column) => column.name).join(', ')}) FROM STDIN (FORMAT binary)`;

const RESERVE_IDS = {
  name: 'ingest-reserve-span-ids',
  text: `SELECT array_agg(nextval('spans_id_seq'))::text AS ids FROM generate_series(1, $1)`,
};

/**
 * Gives each span the next row id: ids grow in the order in which spans were sent, although they are
 * written in the order of their keys.
 */
export async function numberRows(
  client: pg.ClientBase,
  spans: readonly SpanRecord[],
  projectIdOf: (span: SpanRecord) => number,
): Promise<SpanRow[]> {
  const { rows } = await client.query<{ ids: string }>({ ...RESERVE_IDS, values: [spans.length] });
  const ids = rows[0]!.ids.slice(1, -1).split(',').map(Number);
  return spans.map((record, i) => ({ id: ids[i]!, projectId: projectIdOf(record), record }));
}

/**
 * Inserts spans none of which may be stored yet. Every writer inserts in the order of the keys, so
 * that two of them never wait for each other in a circle.
 */
export async function copySpans(client: pg.ClientBase, rows: readonly SpanRow[]): Promise<void> {
  const stream = client.query(copyFrom(COPY));
  const done = finished(stream);
  // An error while still writing is raised by the wait below.
  done.catch(() => undefined);
  try {
    for (const chunk of encodeCopy(rows.toSorted(byKey), SPAN_COLUMNS)) {
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done]);
    }
    stream.end();
  } catch (error) {
    // Ends the statement on the server too; the connection stays usable.
    stream.destroy(error as Error);
  }
  await done;
}

function byKey({ record: a }: SpanRow, { record: b }: SpanRow): number {
  return compare(a.traceId, b.traceId) || compare(a.spanId, b.spanId);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

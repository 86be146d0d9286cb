import type { Distribution } from '../kernel/sql/distribution.js';
import { packPayloads, TEXT_START, unpackPayloads } from './payload-pack.js';

interface PackedSpan {
  payloadId: number;
  start: number;
  length: number;
}

/** Runs one statement and returns its rows. */
type RunQuery = <Rows>(sql: string, parameters: unknown[]) => Promise<Rows>;

const BLANK = ' ';

/**
 * Overwrites the payloads of some spans of a locked trace in their packs, so that nothing of them is left
 * when the spans are deleted or get other payloads. The other payloads keep their places.
 */
export async function erasePayloads(
  query: RunQuery,
  distribution: Distribution,
  traceId: string,
  spanIds: readonly string[],
): Promise<void> {
  const spans = await query<PackedSpan[]>(
    `SELECT payload_id AS "payloadId", payload_start AS start, payload_length AS length
       FROM spans WHERE trace_id = $1 AND span_id = ANY($2) AND payload_id IS NOT NULL`,
    [traceId, spanIds],
  );
  for (const [id, erased] of Map.groupBy(spans, ({ payloadId }) => payloadId)) {
    const [pack] = await query<{ bytes: Buffer }[]>(
      'SELECT bytes FROM span_payloads WHERE trace_id = $1 AND id = $2',
      [traceId, id],
    );
    if (!pack) continue;
    const payloads = await unpackPayloads(pack.bytes);
    for (const { start, length } of erased) payloads.fill(BLANK, start, start + length);
    await query(
      `UPDATE ${distribution.tableItself('span_payloads')} SET bytes = $3 WHERE trace_id = $1 AND id = $2`,
      [traceId, id, await packPayloads(Buffer.concat([Buffer.alloc(TEXT_START), payloads]))],
    );
  }
}

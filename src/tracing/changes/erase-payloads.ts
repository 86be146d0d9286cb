import type { EntityManager } from 'typeorm';
import { tableItself } from '../../common/sql/distribution.js';
import { packPayloads, TEXT_START, unpackPayloads } from '../../common/spans/payload-pack.js';

interface PackedSpan {
  payloadId: number;
  start: number;
  length: number;
}

const BLANK = ' ';

/**
 * Overwrites the payloads of some spans of a locked trace in their packs, so that nothing of them is left
 * when the spans are deleted. The other payloads keep their places.
 */
export async function erasePayloads(
  tx: EntityManager,
  traceId: string,
  spanIds: readonly string[],
): Promise<void> {
  const spans = await tx.query<PackedSpan[]>(
    `SELECT payload_id AS "payloadId", payload_start AS start, payload_length AS length
       FROM spans WHERE trace_id = $1 AND span_id = ANY($2) AND payload_id IS NOT NULL`,
    [traceId, spanIds],
  );
  for (const [id, erased] of Map.groupBy(spans, ({ payloadId }) => payloadId)) {
    const [pack] = await tx.query<{ bytes: Buffer }[]>(
      'SELECT bytes FROM span_payloads WHERE trace_id = $1 AND id = $2',
      [traceId, id],
    );
    if (!pack) continue;
    const payloads = await unpackPayloads(pack.bytes);
    for (const { start, length } of erased) payloads.fill(BLANK, start, start + length);
    await tx.query(
      `UPDATE ${tableItself('span_payloads')} SET bytes = $3 WHERE trace_id = $1 AND id = $2`,
      [traceId, id, await packPayloads(Buffer.concat([Buffer.alloc(TEXT_START), payloads]))],
    );
  }
}

/**
 * Deletes some packs of a trace that loses all of its payloads in parts. There are not more packs than
 * spans, so if each part deletes as many packs as it has spans, few are left for the last one.
 */
export async function deleteSomePayloads(
  tx: EntityManager,
  traceId: string,
  limit: number,
): Promise<void> {
  await tx.query(
    `DELETE FROM ${tableItself('span_payloads')} WHERE trace_id = $1
        AND id IN (SELECT id FROM span_payloads WHERE trace_id = $1 LIMIT $2)`,
    [traceId, limit],
  );
}

import type { EntityManager } from 'typeorm';
import { tableItself } from '../../kernel/sql/distribution.js';

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

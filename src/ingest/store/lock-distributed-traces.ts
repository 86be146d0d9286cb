import type pg from 'pg';
import { ADVISORY_LOCKS } from '../../database/advisory-locks.js';

/** More would fill the memory that PostgreSQL has for locks. */
const MAX_TRACES = 500;

const LOCK = {
  name: 'ingest-lock-traces',
  text: `SELECT pg_advisory_xact_lock($2::integer, hash) FROM (
           SELECT DISTINCT hashtext(trace_id) AS hash FROM unnest($1::text[]) AS sent (trace_id)
            ORDER BY hash) sorted`,
};

/**
 * Lets writers of the same traces wait for each other before they write. On one server the order in which
 * they insert is enough; on several, each has its own order, and Citus needs seconds to notice that two
 * writers wait for each other. Those with very many traces take their chances.
 */
export async function lockDistributedTraces(
  client: pg.ClientBase,
  traceIds: readonly string[],
): Promise<void> {
  const distinct = [...new Set(traceIds)];
  if (distinct.length > MAX_TRACES) return;
  await client.query({ ...LOCK, values: [distinct, ADVISORY_LOCKS.writtenTraces] });
}

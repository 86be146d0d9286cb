import type { EntityManager } from 'typeorm';
import { lockTracesSql } from '../common/sql/lock-traces.js';
import { isDistributed } from '../common/sql/distribution.js';
import type { AnnotationTarget } from './annotation-target.js';

/**
 * Keeps the owners of annotated rows from being deleted during a transaction. Deletions lock the same
 * rows in the same order, so there are no deadlocks.
 */
export async function lockOwners(
  tx: EntityManager,
  { owners }: AnnotationTarget,
  keys: readonly string[],
): Promise<void> {
  const { table, key } = owners;
  const sql = areDistributed(owners)
    ? lockTracesSql('t.trace_id', 't.trace_id = ANY($1)')
    : `SELECT FROM ${table} o WHERE o.${key} = ANY($1) ORDER BY o.${key} FOR KEY SHARE`;
  await tx.query(sql, [[...new Set(keys)]]);
}

/** Whether the owners may be distributed over several servers. */
export function areDistributed({ table }: AnnotationTarget['owners']): boolean {
  return table === 'traces' && isDistributed();
}

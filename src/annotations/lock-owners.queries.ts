import type { Transaction } from '../database/database-writer.js';
import { lockTracesSql } from '../spans/lock-traces.js';
import { isPresent } from '../spans/dropped-traces.js';
import { type AnnotationTarget, selectKeys } from './annotation-target.js';
import type { TargetKey } from './new-annotation.js';

/**
 * Keeps the owners of targets from being deleted during a transaction. Deletions lock the same
 * rows in the same order, so there are no deadlocks.
 */
export async function lockOwners(
  tx: Transaction,
  { owners }: AnnotationTarget,
  targets: readonly TargetKey[],
): Promise<void> {
  const { table, keys } = owners;
  const columns = keys.map((column) => `o.${column}`).join(', ');
  const sql = tx.distribution.distributes(table)
    ? lockTracesSql(tx.distribution, 't.trace_id', 't.trace_id = ANY($1)')
    : `SELECT FROM ${table} o WHERE (${columns}) IN (SELECT * FROM ${selectKeys(keys)})
        ORDER BY ${columns} FOR KEY SHARE`;
  await tx.query(
    sql,
    keys.map((_, at) => targets.map((key) => key[at])),
  );
}

/**
 * SQL of whether the owner of a target `s` is there to stay. If not, the target counts as missing.
 */
export function hasPresentOwner({ owners }: AnnotationTarget): string {
  if (owners.table !== 'traces') return 'true';
  return `NOT EXISTS (SELECT 1 FROM traces o WHERE o.trace_id = s.trace_id AND NOT (${isPresent('o')}))`;
}

import { toRanges } from '../kernel/sql/ranges.js';
import type { Bind } from '../kernel/sql/distribution.js';
import type { Statement } from '../kernel/sql/distributed-where.js';

/**
 * The index for finding spans covers blocks: the spans of one project with consecutive row IDs
 * (docs/adr/0034-blocks-of-spans.md).
 */
export const BLOCK_SPANS = 32;

/** Returns the number of the block of a span. */
export function toBlock(spanRowId: number): number {
  return Math.floor(spanRowId / BLOCK_SPANS);
}

/** SQL of the number of the block of a span `s`. */
export const BLOCK_OF_SPAN = `(s.id / ${BLOCK_SPANS})`;

/** Row IDs are unique only within a shard of a distributed table. */
const MAX_SPANS = BLOCK_SPANS * 32;

/** With more ranges of row IDs, planning a query takes longer than reading all spans of a project. */
const MAX_RANGES = 1_000;

/** Returns the first of what waits, with a limited number of blocks. The first one may have more. */
export function limitBlocks<T extends { blocks: readonly number[] }>(
  waiting: readonly T[],
  max: number,
): T[] {
  let room = max;
  return waiting.filter(({ blocks }, at) => (room -= blocks.length) >= 0 || at === 0);
}

/**
 * SQL that selects columns of the spans `s` of blocks.
 * @param projectId SQL of the row ID of the project.
 */
export function selectSpansOfBlocks(
  columns: string,
  projectId: string,
  blocks: readonly number[],
  statement: Statement,
): string {
  const bind: Bind = (value) => statement.bind(value);
  if (statement.distribution.hasWorkers) {
    return `SELECT ${columns} FROM spans s
             WHERE s.project_id = ${projectId} AND ${isInBlocks(blocks, bind)}`;
  }
  // Without the limit, the planner would expect many spans in each block, and read all of them.
  return `SELECT ${columns} FROM unnest(${bind(blocks)}::bigint[]) AS k (block)
           CROSS JOIN LATERAL (
            SELECT s.* FROM spans s
             WHERE s.project_id = ${projectId} AND s.id >= k.block * ${BLOCK_SPANS}
               AND s.id < (k.block + 1) * ${BLOCK_SPANS}
             ORDER BY s.id LIMIT ${MAX_SPANS}) s`;
}

/** SQL of whether a span `s` is in blocks, which an index of row IDs can answer. */
export function isInBlocks(blocks: readonly number[], bind: Bind): string {
  const ranges = toRanges(blocks);
  // A constant would keep Citus from distributing the query.
  if (ranges.length === 0) return 's.id < 0';
  if (ranges.length > MAX_RANGES) return `${BLOCK_OF_SPAN} = ANY(${bind(blocks)}::bigint[])`;
  const conditions = ranges.map(
    ([first, last]) =>
      `s.id >= ${bind(first * BLOCK_SPANS)}::bigint AND s.id < ${bind((last + 1) * BLOCK_SPANS)}::bigint`,
  );
  return `(${conditions.join(' OR ')})`;
}

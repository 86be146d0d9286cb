/**
 * The index for finding spans covers blocks: the spans of one project with consecutive row IDs
 * (docs/adr/0034-blocks-of-spans.md).
 */
export const BLOCK_SPANS = 32;

/** Returns the number of the block of a span. */
export function toBlock(spanRowId: number): number {
  return Math.floor(spanRowId / BLOCK_SPANS);
}

/** Row IDs are unique only within a shard of a distributed table. */
const MOST_SPANS = BLOCK_SPANS * 32;

/**
 * SQL that selects columns of the spans `s` of a block, for use after LATERAL. Without the limit, the
 * planner would expect many spans in each block, and read all of them.
 */
export function selectSpansOfBlock(columns: string, projectId: string, block: string): string {
  return `SELECT ${columns} FROM spans s
           WHERE s.project_id = ${projectId} AND s.id >= ${block} * ${BLOCK_SPANS}
             AND s.id < (${block} + 1) * ${BLOCK_SPANS}
           ORDER BY s.id LIMIT ${MOST_SPANS}`;
}

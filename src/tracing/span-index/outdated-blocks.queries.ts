import type pg from 'pg';

/** Blocks to index again at a time, so that few wait, at which every search must look. */
const MAX_BLOCKS = 64;

/**
 * What servers of the version before this one find in every block that this one has indexed: that any search may find
 * it. Blocks that they write lack the second word.
 */
export const WRITTEN_TERMS = `'''!all'' ''!3'''::tsvector`;

/**
 * SQL of whether the numbers of a block `b` are missing, or older than what a server of the version before has
 * written. An index has the same condition, and is empty once all blocks have been indexed again.
 */
export const IS_OUTDATED = `NOT (b.terms @@ '''!3'''::tsquery)`;

const OUTDATED = `span_blocks b
  WHERE ${IS_OUTDATED}
    AND NOT EXISTS (SELECT FROM unindexed_spans u
                     WHERE u.project_id = b.project_id AND b.block = ANY (u.blocks))`;

/** SQL of whether there are any that do not wait yet. */
export const OUTDATED_DUE = `EXISTS (SELECT FROM ${OUTDATED})`;

/**
 * Lets the newest of them wait to be indexed again. Their spans have been handed over to whatever follows the
 * index (`attempts`), which gets them only once.
 * @returns whether there were any.
 */
export async function markOutdated(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `/* span index */ INSERT INTO unindexed_spans
       (project_id, blocks, min_start, max_start, changed_at, attempts)
     SELECT project_id, array_agg(block), min(min_start), max(max_start), now() - interval '1 s', 1
       FROM (SELECT b.* FROM ${OUTDATED} ORDER BY b.block DESC LIMIT ${MAX_BLOCKS}) newest
      GROUP BY project_id`,
  );
  return (rowCount ?? 0) > 0;
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BLOCK_SPANS } from '../../spans/span-blocks.js';

/** Blocks of spans in one row of changes. */
const CHUNK = 64;

/**
 * Indexes the blocks of failed spans again, because those that called others have a term now. The
 * newest come first. Until then, a search looks at these blocks whatever it asks for.
 */
export class FailedParents1764701820000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MARK);
  }

  /** Nothing needs to be undone: an unknown term selects nothing. */
  async down(): Promise<void> {}
}

const MARK = `
  INSERT INTO unindexed_spans (project_id, blocks, min_start, max_start)
  SELECT project_id, array_agg(block), min(min_start), max(max_start)
    FROM (SELECT project_id, id / ${BLOCK_SPANS} AS block, min(start_time) AS min_start,
                 max(start_time) AS max_start
            FROM spans WHERE status_code = 'ERROR' GROUP BY project_id, id / ${BLOCK_SPANS}) blocks
   GROUP BY project_id, block / ${CHUNK}
   ORDER BY max(max_start) DESC`;

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../kernel/sql/concurrent-index.js';

/**
 * Terms of blocks of spans as numbers, which take a quarter of the time and half of the room
 * (docs/adr/0116-terms-are-numbers.md). Blocks are indexed again in the background; until then, every search looks at
 * them.
 */
export class BlockCodes1764702210000 implements MigrationInterface {
  // The indexes are built while servers of the version before write blocks.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE span_blocks ADD COLUMN IF NOT EXISTS codes integer[]');
    // Counting how frequent each number is would take as long as indexing.
    await runner.query('ALTER TABLE span_blocks ALTER COLUMN codes SET STATISTICS 0');
    await createIndexConcurrently(runner, 'span_blocks_codes', 'span_blocks USING gin (codes)');
    await createIndexConcurrently(
      runner,
      'span_blocks_without_codes',
      `span_blocks (block) WHERE NOT (terms @@ '''!3'''::tsquery)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS span_blocks_without_codes');
    await runner.query('DROP INDEX IF EXISTS span_blocks_codes');
    await runner.query('ALTER TABLE span_blocks DROP COLUMN IF EXISTS codes');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../kernel/sql/concurrent-index.js';

/**
 * Finds blocks of spans that must be indexed again, because the index has more terms now
 * (docs/adr/0105-escaped-text-is-found-as-it-reads.md). Empty once all of them are.
 */
export class OutdatedBlocks1764702150000 implements MigrationInterface {
  // The index is built while servers of the version before write blocks.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'span_blocks_outdated',
      `span_blocks (block) WHERE NOT (terms @@ '''!2'' | ''!all'''::tsquery)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS span_blocks_outdated');
  }
}

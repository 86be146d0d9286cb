import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../kernel/sql/concurrent-index.js';

const NAME = 'unevaluated_spans_project';

/** Sampling looks up whether the rules of a project have seen its spans. */
export class UnevaluatedSpansIndex1764702071000 implements MigrationInterface {
  // Indexes are built while others write.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, NAME, 'unevaluated_spans (project_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX IF EXISTS ${NAME}`);
  }
}

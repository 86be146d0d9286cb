import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../kernel/sql/concurrent-index.js';

/** Lets lists of traces by tokens read one page instead of all traces of the project. */
export class TraceTokensIndex1764700850000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'traces_project_tokens',
      'traces (project_id, (prompt_tokens + completion_tokens), id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS traces_project_tokens');
  }
}

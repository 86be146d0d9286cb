import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../kernel/sql/concurrent-index.js';

/** For lists of spans by the time to their first token. Only spans of senders that say it are in it. */
export class FirstTokenIndex1764702121000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'spans_project_first_token',
      'spans (project_id, time_to_first_token_ms, id) WHERE time_to_first_token_ms IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS spans_project_first_token');
  }
}

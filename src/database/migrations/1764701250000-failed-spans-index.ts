import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  createIndexConcurrently,
  dropIndexConcurrently,
} from '../../kernel/sql/concurrent-index.js';

/** Lets conditions that only failed spans of a kind meet find their traces in the index alone. */
export class FailedSpansIndex1764701250000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'spans_project_failures',
      `spans (project_id, start_time, id) INCLUDE (trace_id, span_id, kind)
         WHERE status_code = 'ERROR'`,
    );
    await dropIndexConcurrently(runner, 'spans_project_failed');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX IF NOT EXISTS spans_project_failed ON spans (project_id, start_time, id)
         WHERE status_code = 'ERROR'`,
    );
    await runner.query('DROP INDEX IF EXISTS spans_project_failures');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  createIndexConcurrently,
  dropIndexConcurrently,
} from '../../kernel/sql/concurrent-index.js';

/** Lets charts count the spans of a kind by status, and read their durations, from the index alone. */
export class SpanKindIndex1764700400000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'spans_project_kind_status',
      'spans (project_id, kind, start_time, id) INCLUDE (status_code, end_time)',
    );
    await dropIndexConcurrently(runner, 'spans_project_kind');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX IF NOT EXISTS spans_project_kind ON spans (project_id, kind, start_time, id)',
    );
    await runner.query('DROP INDEX IF EXISTS spans_project_kind_status');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../kernel/sql/concurrent-index.js';

/**
 * The indexes of the next migration, which makes sessions those of projects. Builds them while rows are being
 * written: about two seconds for a million traces.
 */
export class SessionKeyIndexes1764702160000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'traces_project_session',
      'traces (session_id, project_id, start_time) WHERE session_id IS NOT NULL',
    );
    await createIndexConcurrently(
      runner,
      'project_sessions_key',
      'project_sessions (session_id, project_id)',
      { isUnique: true },
    );
    await createIndexConcurrently(
      runner,
      'session_annotations_key',
      'session_annotations (session_id, project_id, name, identifier)',
      { isUnique: true },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS traces_project_session');
    await runner.query('DROP INDEX IF EXISTS project_sessions_key');
    await runner.query('DROP INDEX IF EXISTS session_annotations_key');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds what servers of an earlier version computed while they were being replaced
 * (docs/adr/0096-rollups-of-earlier-versions.md). Empty once all of that is computed again.
 */
export class EarlierRollupsIndex1764702096000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX IF NOT EXISTS quarter_rollups_earlier ON quarter_rollups (project_id, quarter)
         WHERE changed_at IS NULL AND trace_token_span_count IS NULL`,
    );
    await runner.query(
      `CREATE INDEX IF NOT EXISTS day_rollups_earlier ON day_rollups (project_id, day)
         WHERE trace_token_span_count IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS quarter_rollups_earlier');
    await runner.query('DROP INDEX IF EXISTS day_rollups_earlier');
  }
}

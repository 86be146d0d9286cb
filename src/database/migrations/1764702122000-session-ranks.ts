import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How much the session of a trace counts (docs/adr/0101-the-session-of-a-trace.md). Null for traces that were
 * stored before this was kept.
 */
export class SessionRanks1764702122000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE traces ADD COLUMN IF NOT EXISTS session_rank smallint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE traces DROP COLUMN IF EXISTS session_rank');
  }
}

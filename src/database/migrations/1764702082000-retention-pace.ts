import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How fast runs of retention policies are, and whether that is enough. */
export class RetentionPace1764702082000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE retention_runs
        ADD COLUMN IF NOT EXISTS spans_per_second float8,
        ADD COLUMN IF NOT EXISTS arriving_per_second float8,
        ADD COLUMN IF NOT EXISTS is_behind boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE retention_runs
        DROP COLUMN IF EXISTS spans_per_second,
        DROP COLUMN IF EXISTS arriving_per_second,
        DROP COLUMN IF EXISTS is_behind`);
  }
}

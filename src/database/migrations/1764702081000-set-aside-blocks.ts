import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why blocks of spans could not be indexed, and when that is tried again. */
export class SetAsideBlocks1764702081000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE unindexed_spans
        ADD COLUMN IF NOT EXISTS attempts integer NOT NULL DEFAULT 0,
        ADD COLUMN IF NOT EXISTS retry_at timestamptz,
        ADD COLUMN IF NOT EXISTS failure text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE unindexed_spans
        DROP COLUMN IF EXISTS attempts,
        DROP COLUMN IF EXISTS retry_at,
        DROP COLUMN IF EXISTS failure`);
  }
}

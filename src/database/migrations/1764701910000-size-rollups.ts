import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds sizes to the rollups. They are null until a quarter of an hour is computed again, which only
 * happens once a size is needed (docs/adr/0064-text-and-size-limits.md).
 */
export class SizeRollups1764701910000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS span_bytes bigint`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN IF EXISTS span_bytes`);
    }
  }
}

const TABLES = ['quarter_rollups', 'day_rollups'];

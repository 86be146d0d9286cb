import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many calls jobs and evaluation rules have made, and how many of these have no price. */
export class UnpricedCalls1764702097000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, type] of COUNTED) {
      await runner.query(`
        ALTER TABLE ${table}
          ADD COLUMN IF NOT EXISTS call_count ${type} NOT NULL DEFAULT 0,
          ADD COLUMN IF NOT EXISTS unpriced_call_count ${type} NOT NULL DEFAULT 0`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table] of COUNTED) {
      await runner.query(`
        ALTER TABLE ${table}
          DROP COLUMN IF EXISTS call_count,
          DROP COLUMN IF EXISTS unpriced_call_count`);
    }
  }
}

const COUNTED = [
  ['experiment_jobs', 'bigint'],
  ['evaluation_rule_days', 'integer'],
] as const;

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Alert rules that watch each user, model or other group by itself. */
export class AlertGroups1764702094000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE alert_rules
        ADD COLUMN IF NOT EXISTS group_by text,
        ADD COLUMN IF NOT EXISTS group_attribute text,
        ADD COLUMN IF NOT EXISTS groups jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE alert_rules
        DROP COLUMN IF EXISTS group_by,
        DROP COLUMN IF EXISTS group_attribute,
        DROP COLUMN IF EXISTS groups`);
  }
}

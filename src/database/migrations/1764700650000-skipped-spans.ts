import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many spans a recalculation of costs left out, because they could not be priced. */
export class SkippedSpans1764700650000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE cost_recalculations ADD COLUMN IF NOT EXISTS skipped_count bigint NOT NULL DEFAULT 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE cost_recalculations DROP COLUMN IF EXISTS skipped_count');
  }
}

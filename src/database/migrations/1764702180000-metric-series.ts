import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Buckets of histograms, and alert rules on metrics (docs/adr/0110-series-of-metrics.md). Columns without a default
 * cost nothing, however many rows there are.
 */
export class MetricSeries1764702180000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE metric_points ADD COLUMN IF NOT EXISTS bucket_bounds double precision[],
         ADD COLUMN IF NOT EXISTS bucket_counts bigint[]`,
    );
    await runner.query('ALTER TABLE alert_rules ADD COLUMN IF NOT EXISTS metric text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alert_rules DROP COLUMN IF EXISTS metric');
    await runner.query(
      'ALTER TABLE metric_points DROP COLUMN IF EXISTS bucket_bounds, DROP COLUMN IF EXISTS bucket_counts',
    );
  }
}

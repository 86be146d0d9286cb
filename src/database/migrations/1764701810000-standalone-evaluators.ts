import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Evaluators that stay without a dataset or a rule, and who changed evaluators last. */
export class StandaloneEvaluators1764701810000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE evaluators DROP COLUMN IF EXISTS is_standalone, DROP COLUMN IF EXISTS updated_by',
    );
  }
}

const STATEMENTS = [
  `ALTER TABLE evaluators
     ADD COLUMN IF NOT EXISTS is_standalone boolean NOT NULL DEFAULT false,
     ADD COLUMN IF NOT EXISTS updated_by bigint`,
  'ALTER TABLE evaluators DROP CONSTRAINT IF EXISTS evaluators_updated_by_fkey',
  `ALTER TABLE evaluators ADD CONSTRAINT evaluators_updated_by_fkey
     FOREIGN KEY (updated_by) REFERENCES users (id) ON DELETE SET NULL`,
  `CREATE INDEX IF NOT EXISTS evaluators_updater ON evaluators (updated_by)
     WHERE updated_by IS NOT NULL`,
  // Those that nobody has changed yet.
  `UPDATE evaluators SET updated_by = user_id
    WHERE updated_by IS NULL AND user_id IS NOT NULL AND updated_at = created_at`,
];

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When administrators were last warned that storage is short: at most one row. */
export class StorageWarnings1764701840000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE IF NOT EXISTS storage_warnings (
         only_row boolean NOT NULL DEFAULT true,
         sent_at timestamptz NOT NULL,
         CONSTRAINT storage_warnings_pkey PRIMARY KEY (only_row),
         CONSTRAINT storage_warnings_only_row_check CHECK (only_row)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS storage_warnings');
  }
}

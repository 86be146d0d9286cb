import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far imports came that have not ended. */
export class ImportCursors1764701860000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE IF NOT EXISTS import_cursors (
         source text COLLATE "C" NOT NULL,
         cursor jsonb NOT NULL,
         updated_at timestamptz NOT NULL DEFAULT now(),
         CONSTRAINT import_cursors_pkey PRIMARY KEY (source)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS import_cursors');
  }
}

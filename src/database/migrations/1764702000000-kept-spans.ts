import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refused spans, to be sent again (docs/adr/0073-refused-spans-are-kept.md). */
export class KeptSpans1764702000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS kept_spans');
    await runner.query('ALTER TABLE ingestion_errors DROP COLUMN IF EXISTS resent_at');
  }
}

const STATEMENTS = [
  'ALTER TABLE ingestion_errors ADD COLUMN IF NOT EXISTS resent_at timestamptz',
  `CREATE TABLE IF NOT EXISTS kept_spans (
     error_id bigint NOT NULL,
     project_id bigint NOT NULL,
     content bytea NOT NULL,
     byte_size integer NOT NULL,
     accepts_any_id boolean NOT NULL,
     masked_by text,
     user_id text COLLATE "C",
     CONSTRAINT kept_spans_pkey PRIMARY KEY (error_id),
     CONSTRAINT kept_spans_error_id_fkey FOREIGN KEY (error_id)
       REFERENCES ingestion_errors (id) ON DELETE CASCADE
   )`,
  // It is compressed already.
  'ALTER TABLE kept_spans ALTER COLUMN content SET STORAGE EXTERNAL',
  // Finds the oldest without reading the table.
  `CREATE INDEX IF NOT EXISTS kept_spans_project
     ON kept_spans (project_id, error_id) INCLUDE (byte_size)`,
  'CREATE INDEX IF NOT EXISTS kept_spans_user ON kept_spans (user_id) WHERE user_id IS NOT NULL',
];

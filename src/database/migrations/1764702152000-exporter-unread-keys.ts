import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The keys of attributes that each exporter sends and nothing reads (docs/ingestion-health.md). */
export class ExporterUnreadKeys1764702152000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE IF NOT EXISTS exporter_unread_keys (
         exporter_id bigint NOT NULL,
         key text COLLATE "C" NOT NULL,
         request_count bigint NOT NULL,
         example text,
         last_seen_at timestamptz NOT NULL,
         CONSTRAINT exporter_unread_keys_pkey PRIMARY KEY (exporter_id, key),
         CONSTRAINT exporter_unread_keys_exporter_id_fkey FOREIGN KEY (exporter_id)
           REFERENCES exporters (id) ON DELETE CASCADE
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS exporter_unread_keys');
  }
}

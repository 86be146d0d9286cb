import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rules that mask the spans of a project (docs/adr/0071-masks-before-storage.md). */
export class ProjectMasks1764701970000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE IF NOT EXISTS project_masks (
         project_id bigint NOT NULL,
         rules jsonb NOT NULL,
         updated_at timestamptz NOT NULL DEFAULT now(),
         CONSTRAINT project_masks_pkey PRIMARY KEY (project_id),
         CONSTRAINT project_masks_project_id_fkey FOREIGN KEY (project_id)
           REFERENCES projects (id) ON DELETE CASCADE
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS project_masks');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../../kernel/sql/concurrent-index.js';

/** The project to which the dataset of an upload is to belong. */
export class UploadProjects1764702070000 implements MigrationInterface {
  // Indexes are built while others write.
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE dataset_uploads ADD COLUMN IF NOT EXISTS project_id bigint
         CONSTRAINT dataset_uploads_project_id_fkey REFERENCES projects (id) ON DELETE CASCADE`,
    );
    await createIndexConcurrently(
      runner,
      'dataset_uploads_project',
      'dataset_uploads (project_id) WHERE project_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE dataset_uploads DROP COLUMN IF EXISTS project_id');
  }
}

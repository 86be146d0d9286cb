import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a version of a prompt name a custom model provider. */
export class PromptVersionCustomProviders1764701000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE prompt_versions DROP COLUMN IF EXISTS custom_provider_id');
  }
}

const STATEMENTS = [
  `ALTER TABLE prompt_versions ADD COLUMN IF NOT EXISTS custom_provider_id bigint
     CONSTRAINT prompt_versions_custom_provider_id_fkey
     REFERENCES custom_model_providers (id) ON DELETE SET NULL`,
  `CREATE INDEX IF NOT EXISTS prompt_versions_custom_provider
     ON prompt_versions (custom_provider_id) WHERE custom_provider_id IS NOT NULL`,
];

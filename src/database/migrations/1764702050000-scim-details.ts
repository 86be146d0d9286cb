import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What provisioning services read back as they have written it. */
export class ScimDetails1764702050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE scim_users
         ADD COLUMN IF NOT EXISTS formatted_name text,
         ADD COLUMN IF NOT EXISTS email text,
         ADD COLUMN IF NOT EXISTS has_role boolean NOT NULL DEFAULT true`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE scim_users DROP COLUMN IF EXISTS formatted_name, DROP COLUMN IF EXISTS email,
         DROP COLUMN IF EXISTS has_role`,
    );
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The SCIM fields that have no other column, so that provisioning services read back what they wrote. */
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

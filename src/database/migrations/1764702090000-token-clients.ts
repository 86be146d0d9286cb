import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which client used a refresh token, so that two tabs that refresh at once do not end their session. */
export class TokenClients1764702090000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE login_tokens ADD COLUMN IF NOT EXISTS consumed_by bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE login_tokens DROP COLUMN IF EXISTS consumed_by');
  }
}

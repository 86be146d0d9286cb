import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Random names of users in their authenticators. */
export class PasskeyHandles1764702051000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE IF NOT EXISTS passkey_handles (
         user_id bigint NOT NULL,
         handle bytea NOT NULL,
         CONSTRAINT passkey_handles_pkey PRIMARY KEY (user_id),
         CONSTRAINT passkey_handles_user_id_fkey FOREIGN KEY (user_id)
           REFERENCES users (id) ON DELETE CASCADE
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS passkey_handles');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The second factors of users (docs/adr/0075-second-factor-and-passkeys.md).
 * Recovery codes and tickets are stored only as SHA-256.
 */
export class SecondFactor1764702020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}

const TABLES = ['sign_in_tickets', 'recovery_codes', 'totp_authenticators'];

const STATEMENTS = [
  `CREATE TABLE IF NOT EXISTS totp_authenticators (
     user_id bigint NOT NULL,
     secret_sealed bytea NOT NULL,
     secret_key_id text NOT NULL,
     last_step bigint,
     created_at timestamptz NOT NULL DEFAULT now(),
     confirmed_at timestamptz,
     CONSTRAINT totp_authenticators_pkey PRIMARY KEY (user_id),
     CONSTRAINT totp_authenticators_user_id_fkey FOREIGN KEY (user_id)
       REFERENCES users (id) ON DELETE CASCADE
   )`,
  `CREATE TABLE IF NOT EXISTS recovery_codes (
     user_id bigint NOT NULL,
     code_hash bytea NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
     CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id)
       REFERENCES users (id) ON DELETE CASCADE
   )`,
  `CREATE TABLE IF NOT EXISTS sign_in_tickets (
     hash bytea NOT NULL,
     user_id bigint NOT NULL,
     expires_at timestamptz NOT NULL,
     CONSTRAINT sign_in_tickets_pkey PRIMARY KEY (hash),
     CONSTRAINT sign_in_tickets_user_id_fkey FOREIGN KEY (user_id)
       REFERENCES users (id) ON DELETE CASCADE
   )`,
  `CREATE INDEX IF NOT EXISTS sign_in_tickets_user ON sign_in_tickets (user_id)`,
  `CREATE INDEX IF NOT EXISTS sign_in_tickets_expires ON sign_in_tickets (expires_at)`,
];

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes of applications are kept until they expire, so that a second use ends what the first one gave. */
export class UsedCodes1764702085000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE oauth2_authorization_codes ADD COLUMN grant_id bigint,
         ADD CONSTRAINT oauth2_authorization_codes_grant_id_fkey FOREIGN KEY (grant_id)
           REFERENCES oauth2_grants (id) ON DELETE CASCADE`,
    );
    await runner.query(
      'CREATE INDEX oauth2_authorization_codes_grant ON oauth2_authorization_codes (grant_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    // Without the column, used codes would be valid again.
    await runner.query('DELETE FROM oauth2_authorization_codes WHERE grant_id IS NOT NULL');
    await runner.query('ALTER TABLE oauth2_authorization_codes DROP COLUMN grant_id');
  }
}

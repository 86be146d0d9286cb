import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the server delete old events of the audit log, which otherwise still rejects changes. */
export class AuditRetention1764701850000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF TG_OP = 'DELETE'
            AND current_setting('spandrel.deletes_old_audit_events', true) = 'on' THEN
           RETURN NULL;
         END IF;
         RAISE EXCEPTION 'audit_events is append-only';
       END $$`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         RAISE EXCEPTION 'audit_events is append-only';
       END $$`,
    );
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The names of migrations after which servers that do not know them cannot use the database
 * (docs/adr/0059-upgrades-while-servers-run.md).
 */
export class BreakingMigrations1764701880000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE IF NOT EXISTS breaking_migrations (
         name text NOT NULL,
         CONSTRAINT breaking_migrations_pkey PRIMARY KEY (name)
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE IF EXISTS breaking_migrations');
  }
}

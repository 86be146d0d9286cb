import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets lists of traces by tokens read one page instead of all traces of the project. */
export class TraceTokensIndex1764700850000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX IF NOT EXISTS traces_project_tokens ON traces
         (project_id, (prompt_tokens + completion_tokens), id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS traces_project_tokens');
  }
}

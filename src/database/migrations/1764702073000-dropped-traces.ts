import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Large traces that lose their spans step by step (docs/adr/0074-tail-sampling.md). */
export class DroppedTraces1764702073000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The columns about the trace are those that it had when it was decided about.
    await runner.query(
      `CREATE TABLE dropped_traces (
         trace_id text COLLATE "C" NOT NULL,
         project_id bigint NOT NULL,
         last_span_id bigint NOT NULL,
         start_time timestamptz NOT NULL,
         end_time timestamptz NOT NULL,
         error_count integer NOT NULL,
         CONSTRAINT dropped_traces_pkey PRIMARY KEY (trace_id),
         CONSTRAINT dropped_traces_project_id_fkey FOREIGN KEY (project_id)
           REFERENCES projects (id) ON DELETE CASCADE
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE dropped_traces');
  }
}

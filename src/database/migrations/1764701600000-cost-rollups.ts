import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the costs of models and of types of tokens to the rollups, which are all computed again in the
 * background, newest first (docs/adr/0043-rollups-of-quarter-hours.md).
 */
export class CostRollups1764701600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['model_rollups', 'token_rollups']) {
      await runner.query(`DROP TABLE IF EXISTS ${table}`);
    }
  }
}

/** `quarters` is the length of a period, 1 or 96, and `quarter` the first one. */
const PERIOD = `
     project_id bigint NOT NULL,
     quarters smallint NOT NULL,
     quarter integer NOT NULL`;

const STATEMENTS = [
  `CREATE TABLE IF NOT EXISTS model_rollups (
     ${PERIOD},
     model_id bigint NOT NULL,
     prompt_tokens double precision NOT NULL,
     completion_tokens double precision NOT NULL,
     prompt_cost double precision,
     completion_cost double precision,
     CONSTRAINT model_rollups_pkey PRIMARY KEY (project_id, quarters, quarter, model_id)
   )`,
  `CREATE TABLE IF NOT EXISTS token_rollups (
     ${PERIOD},
     is_prompt boolean NOT NULL,
     token_type text COLLATE "C" NOT NULL,
     tokens double precision NOT NULL,
     cost double precision,
     CONSTRAINT token_rollups_pkey PRIMARY KEY (project_id, quarters, quarter, is_prompt, token_type)
   )`,
  'UPDATE quarter_rollups SET changed_at = now() WHERE changed_at IS NULL',
  // Last, because nobody can read these tables until the transaction ends.
  'TRUNCATE day_rollups, day_latencies',
];

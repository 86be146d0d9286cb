import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['span_costs', 'traces'];

/**
 * Of a cost, both parts are known or neither is, so that sums, orders and conditions need no rule for a half.
 * All servers write costs this way. Reads both tables twice, while they are written to.
 */
export class WholeCosts1764702200000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(
        `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${table}_cost_check,
           ADD CONSTRAINT ${table}_cost_check
             CHECK (num_nulls(prompt_cost, completion_cost) <> 1) NOT VALID`,
      );
      await runner.query(
        `UPDATE ${table} SET prompt_cost = coalesce(prompt_cost, 0),
                completion_cost = coalesce(completion_cost, 0)
          WHERE num_nulls(prompt_cost, completion_cost) = 1`,
      );
      await runner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${table}_cost_check`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${table}_cost_check`);
    }
  }
}

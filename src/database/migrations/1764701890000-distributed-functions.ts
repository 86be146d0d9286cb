import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Functions that conditions use instead of subqueries on distributed tables, where Citus refuses subqueries in
 * some places. Every database has them, because servers use them before its tables are distributed.
 */
export const DISTRIBUTED_FUNCTIONS = [
  `CREATE OR REPLACE FUNCTION spandrel_count_keys(map jsonb) RETURNS bigint
   LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT count(*) FROM jsonb_object_keys(map) $$`,
  // An object may have parts in the hot and in the cold column.
  `CREATE OR REPLACE FUNCTION spandrel_merge_attribute(hot jsonb, name text, cold jsonb) RETURNS jsonb
   LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
     SELECT CASE WHEN part.members IS NULL THEN cold
                 WHEN jsonb_typeof(cold) = 'object' THEN part.members || cold
                 ELSE part.members END
       FROM (SELECT jsonb_object_agg(substr(e.key, length(name) + 2), e.value) AS members
               FROM jsonb_each(hot) e
              WHERE jsonb_typeof(cold) IS DISTINCT FROM 'string'
                AND starts_with(e.key, name || '.')) part $$`,
];

export class DistributedFunctions1764701890000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of DISTRIBUTED_FUNCTIONS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION spandrel_count_keys(jsonb)');
    await runner.query('DROP FUNCTION spandrel_merge_attribute(jsonb, text, jsonb)');
  }
}

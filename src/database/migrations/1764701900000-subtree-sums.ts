import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds up the subtrees of the spans of one trace, given as arrays, because Citus distributes no recursive
 * queries. Returns an object of span IDs, each with two sums; without the spans that have no value in
 * their subtree. `UNION` ends cycles of parents.
 */
export const SUBTREE_SUMS = `
  CREATE OR REPLACE FUNCTION spandrel_subtree_sums(
    span_ids text[], parent_ids text[], firsts numeric[], seconds numeric[]) RETURNS jsonb
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    WITH RECURSIVE given AS MATERIALIZED (
      SELECT * FROM unnest(span_ids, parent_ids, firsts, seconds)
        AS span (span_id, parent_id, first, second)),
    above (span_id, parent_id, origin, first, second) AS (
      SELECT span_id, parent_id, span_id, first, second FROM given
       WHERE first IS NOT NULL OR second IS NOT NULL
      UNION
      SELECT p.span_id, p.parent_id, a.origin, a.first, a.second
        FROM above a JOIN given p ON p.span_id = a.parent_id)
    SELECT jsonb_object_agg(span_id, jsonb_build_array(first, second))
      FROM (SELECT span_id, sum(first) AS first, sum(second) AS second
              FROM above GROUP BY span_id) subtree $$`;

export class SubtreeSums1764701900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SUBTREE_SUMS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION spandrel_subtree_sums(text[], text[], numeric[], numeric[])');
  }
}

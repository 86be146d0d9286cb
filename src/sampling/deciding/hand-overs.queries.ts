import type pg from 'pg';
import { BLOCK_SPANS } from '../../spans/span-blocks.js';
import { quarterOf, QUARTERS_PER_DAY } from '../../spans/quarters.js';
import type { StoredPolicy } from '../sampling.queries.js';

/** A policy for which spans wait that arrived long enough ago. */
export type DuePolicy = Pick<StoredPolicy, 'projectId' | 'rules' | 'enabledAt' | 'updatedAt'> & {
  /** How long ago the first of them were due. */
  lateSeconds: number;
};

/** Blocks of spans that the span index handed over. */
export interface HandOver {
  id: number;
  blocks: number[];
}

/** Marks the statements of the loop, which run all the time. */
const MARK = '/* sampling */';

/** Counts of outcomes are kept for so long. */
const KEPT_DAYS = 31;

/**
 * SQL of whether the rules that evaluate have seen what arrived in a project before spans `u` were handed
 * over. Nobody waits for them longer than the longest wait.
 * @param rules SQL of the rules of the project.
 */
function areSeen(projectId: string, rules: string): string {
  return `(u.created_at <= now() - (${rules} ->> 'longestWaitSeconds')::float8 * interval '1 s'
    OR NOT EXISTS (
      SELECT FROM unevaluated_spans e
       WHERE e.project_id = ${projectId} AND e.created_at <= u.created_at))`;
}

/**
 * Finds the policy whose spans have been due for longest; null if none are. Rules that ask for scores
 * wait until the rules that evaluate have seen the spans, too.
 */
export async function findDuePolicy(client: pg.ClientBase): Promise<DuePolicy | null> {
  const { rows } = await client.query<DuePolicy>(
    `${MARK} SELECT p.project_id AS "projectId", p.rules, p.enabled_at::text AS "enabledAt",
            p.updated_at::text AS "updatedAt",
            extract(epoch FROM now() - u.created_at)::float8 - p.quiet_seconds AS "lateSeconds"
       FROM sampling_policies p CROSS JOIN LATERAL (
         SELECT u.created_at FROM undecided_spans u
          WHERE u.project_id = p.project_id ORDER BY u.id LIMIT 1) u
      WHERE p.is_enabled AND u.created_at <= now() - p.quiet_seconds * interval '1 s'
        AND ((p.rules -> 'scores' = '[]' AND p.rules ->> 'condition' = '')
          OR ${areSeen('p.project_id', 'p.rules')})
      ORDER BY u.created_at LIMIT 1`,
  );
  return rows[0] ?? null;
}

/** SQL of whether spans wait that arrived long enough ago, or a large trace has not lost all its spans. */
export const SAMPLING_DUE = `EXISTS (SELECT FROM dropped_traces) OR EXISTS (
  SELECT FROM sampling_policies p
   WHERE p.is_enabled AND p.quiet_seconds * interval '1 s' <= now() - (
     SELECT u.created_at FROM undecided_spans u
      WHERE u.project_id = p.project_id ORDER BY u.id LIMIT 1))`;

/** Returns whether a large trace that was decided about has not lost all its spans. */
export async function hasLargeTrace(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`${MARK} SELECT FROM dropped_traces LIMIT 1`);
  return rows.length > 0;
}

/** Returns whether a policy looks at what rules evaluate. They must then have seen the spans before. */
function needsScores({ scores, condition }: DuePolicy['rules']): boolean {
  return scores.length > 0 || condition !== '';
}

/** Lists those of a project that have waited longest. */
export async function listHandOvers(
  client: pg.ClientBase,
  { projectId, rules }: DuePolicy,
  limit: number,
): Promise<HandOver[]> {
  const { rows } = await client.query<HandOver>(
    `${MARK} SELECT u.id, to_json(u.blocks) AS blocks FROM undecided_spans u
      WHERE u.project_id = $1 AND u.created_at <= now() - $2::float8 * interval '1 s'
        AND ($4 OR ${areSeen('$1', '$5::jsonb')})
      ORDER BY u.id LIMIT $3`,
    [projectId, rules.quietSeconds, limit, !needsScores(rules), JSON.stringify(rules)],
  );
  return rows;
}

/** Lets spans be looked at again after the quiet time: one of each trace. */
export async function handOverAgain(
  client: pg.ClientBase,
  projectId: number,
  traceIds: readonly string[],
): Promise<void> {
  if (traceIds.length === 0) return;
  await client.query(
    `${MARK} INSERT INTO undecided_spans (project_id, blocks)
     SELECT $1, array_agg(DISTINCT block) FROM (
       SELECT min(s.id) / ${BLOCK_SPANS} AS block FROM spans s
        WHERE s.trace_id = ANY($2) GROUP BY s.trace_id) of_traces
     HAVING count(*) > 0`,
    [projectId, traceIds],
  );
}

export async function forgetHandOvers(
  client: pg.ClientBase,
  ids: readonly number[],
): Promise<void> {
  await client.query(`${MARK} DELETE FROM undecided_spans WHERE id = ANY($1)`, [ids]);
}

/** Records why traces were kept about which a policy could not decide, unless people have changed it. */
export async function setLastError(
  client: pg.ClientBase,
  { projectId, updatedAt }: DuePolicy,
  message: string,
): Promise<void> {
  await client.query(
    `${MARK} UPDATE sampling_policies SET last_error = $3, last_error_at = now()
      WHERE project_id = $1 AND updated_at = $2`,
    [projectId, updatedAt, message],
  );
}

/** Forgets the oldest counts of all projects, and what waits for policies that are gone. */
export async function forgetOld(client: pg.ClientBase): Promise<void> {
  await client.query(
    `${MARK} DELETE FROM undecided_spans u WHERE NOT EXISTS (
       SELECT FROM sampling_policies p WHERE p.project_id = u.project_id AND p.is_enabled)`,
  );
  await client.query(
    `${MARK} DELETE FROM sampling_quarters
      WHERE quarter < ${quarterOf('now()')} - ${KEPT_DAYS * QUARTERS_PER_DAY}`,
  );
}

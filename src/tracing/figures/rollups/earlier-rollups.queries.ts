import type pg from 'pg';
import { dayOf, QUARTERS_PER_DAY } from '../../../spans/quarters.js';
import type { Sum } from './rollup-sums.js';

/**
 * Until they are replaced, servers of an earlier version also compute rollups, and leave out the sums that
 * they do not know. This sum is the newest one: null in what they have computed, and never in what this version
 * computes. An index has the rows without it, and is empty after an upgrade, so looking for them costs
 * nothing (docs/adr/0096-rollups-of-earlier-versions.md).
 */
const NEWEST_SUM: Sum = 'trace_token_span_count';

/** Whether an earlier version was the last to compute a quarter. */
const IS_EARLIER_QUARTER = `changed_at IS NULL AND ${NEWEST_SUM} IS NULL`;

/** The same for a day. Then it has also computed one of its quarters, and we cannot tell which one. */
const IS_EARLIER_DAY = `${NEWEST_SUM} IS NULL`;

/** `CROSS JOIN …` of the quarters `q` of days `d`. The limit tells PostgreSQL how few a day has. */
const JOIN_QUARTERS = `CROSS JOIN LATERAL (
  SELECT project_id, quarter FROM quarter_rollups
   WHERE project_id = d.project_id AND quarter >= d.day * ${QUARTERS_PER_DAY}
     AND quarter < (d.day + 1) * ${QUARTERS_PER_DAY} LIMIT ${QUARTERS_PER_DAY}) q`;

/** SQL of whether an earlier version has computed anything. */
export const HAS_EARLIER = `EXISTS (SELECT FROM quarter_rollups WHERE ${IS_EARLIER_QUARTER})
  OR EXISTS (SELECT FROM day_rollups WHERE ${IS_EARLIER_DAY})`;

/**
 * Statements that select the quarters of projects that an earlier version may have computed.
 * @param ids SQL of the row IDs of the projects.
 * @param condition on the `quarter`.
 */
export function selectEarlier(ids: string, condition: string): string[] {
  return [
    `SELECT project_id, quarter FROM quarter_rollups
      WHERE project_id = ANY(${ids}) AND ${IS_EARLIER_QUARTER} ${condition}`,
    `SELECT q.project_id, quarter
       FROM (SELECT project_id, day FROM day_rollups
              WHERE project_id = ANY(${ids}) AND ${IS_EARLIER_DAY}) d ${JOIN_QUARTERS}
      WHERE true ${condition}`,
  ];
}

/**
 * Flags the quarters that an earlier version may have computed, and removes their days.
 * @param limit how many quarters and days to look at.
 */
export async function flagEarlier(client: pg.ClientBase, limit: number): Promise<void> {
  await client.query(
    `/* rollups */ WITH quarters AS MATERIALIZED (
       SELECT project_id, quarter FROM quarter_rollups WHERE ${IS_EARLIER_QUARTER} LIMIT $1
     ), days AS MATERIALIZED (
       SELECT project_id, day FROM day_rollups WHERE ${IS_EARLIER_DAY} LIMIT $1
     ), old_rollups AS (
       DELETE FROM day_rollups r
        USING (SELECT * FROM days UNION SELECT project_id, ${dayOf('quarter')} FROM quarters) d
        WHERE r.project_id = d.project_id AND r.day = d.day
     )
     UPDATE quarter_rollups r SET changed_at = now()
       FROM (SELECT * FROM quarters
             UNION SELECT q.project_id, q.quarter FROM days d ${JOIN_QUARTERS}) k
      WHERE r.project_id = k.project_id AND r.quarter = k.quarter AND r.changed_at IS NULL`,
    [limit],
  );
}

import { isFailedTrace, statusOf } from '../../spans/failure.js';
import { isSameSession } from '../../spans/session-key.js';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { selectRootSpan } from '../fields/root-span.js';

const OF_SESSION = isSameSession('turn', 'n');

/** The columns of sessions `s` whose values are counted. */
export function sessionColumns(distribution: Distribution): string {
  const columns = 's.id, s.session_id, s.project_id';
  // On a cluster, the parts have it.
  return distribution.choose({
    cluster: columns,
    single: `${columns}, ${statusOf(`EXISTS (
      SELECT FROM traces turn WHERE ${isFailedTrace('turn')} AND ${isSameSession('turn', 's')})`)} AS status`,
  });
}

/** CTEs with the attributes of the first root span and the calls of each of the `newest` sessions. */
export function sessionParts(distribution: Distribution): string {
  return distribution.choose({ single: PARTS, cluster: GATHERED_PARTS });
}

const PARTS = `owners AS (
  SELECT root.attributes FROM newest n
   CROSS JOIN LATERAL (
     SELECT turn.trace_id FROM traces turn WHERE ${OF_SESSION}
      ORDER BY turn.start_time, turn.id LIMIT 1) turn
   CROSS JOIN LATERAL (${selectRootSpan('turn.trace_id')}) root),
calls AS MATERIALIZED (
  SELECT DISTINCT n.id, s.kind, s.model_name FROM newest n
    JOIN traces turn ON ${OF_SESSION} JOIN spans s ON s.trace_id = turn.trace_id),
statuses AS (SELECT status FROM newest)`;

/** The traces of a session are on several servers, so they are gathered first, and joined here. */
const GATHERED_PARTS = `turns AS MATERIALIZED (
  SELECT t.id, t.trace_id, t.session_id, t.project_id, t.start_time, t.error_count FROM traces t
   WHERE (t.session_id, t.project_id) IN (SELECT session_id, project_id FROM newest)),
firsts AS MATERIALIZED (
  SELECT DISTINCT ON (n.id) turn.trace_id FROM newest n JOIN turns turn ON ${OF_SESSION}
   ORDER BY n.id, turn.start_time, turn.id),
owners AS MATERIALIZED (
  SELECT root.attributes FROM traces t CROSS JOIN LATERAL (${selectRootSpan('t.trace_id')}) root
   WHERE t.trace_id IN (SELECT trace_id FROM firsts)),
trace_calls AS MATERIALIZED (
  SELECT DISTINCT s.trace_id, s.kind, s.model_name FROM spans s
   WHERE s.trace_id IN (SELECT trace_id FROM turns)),
calls AS MATERIALIZED (
  SELECT DISTINCT n.id, c.kind, c.model_name FROM newest n
    JOIN turns turn ON ${OF_SESSION} JOIN trace_calls c ON c.trace_id = turn.trace_id),
statuses AS (
  SELECT ${statusOf(`bool_or(${isFailedTrace('turn')})`)} AS status
    FROM newest n LEFT JOIN turns turn ON ${OF_SESSION} GROUP BY n.id)`;

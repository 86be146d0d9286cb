import type pg from 'pg';
import type { Distributed } from '../../../kernel/sql/distribution.js';
import {
  dayOf,
  QUARTER_SECONDS,
  QUARTERS_PER_DAY,
  startOfQuarter,
} from '../../../spans/quarters.js';
import { rollUpGroupsOfDays, rollUpGroupsOfQuarters } from './cost-groups.queries.js';
import {
  addDropped,
  DROPPED_MINUTES,
  joinDropped,
  listDroppedSums,
  sumDroppedMinutes,
} from './dropped-sums.js';
import { HAS_EARLIER } from './earlier-rollups.queries.js';
import { bucketOf } from './latency-buckets.js';
import {
  DURATION,
  listFilledSums,
  listSums,
  selectPeriod,
  type SummedTable,
  sumPeriods,
  sumRows,
} from './rollup-sums.js';
import { listQuarters, type QuarterKey, selectQuarter, selectRowsOf } from './rows-of-quarters.js';

/** A UTC day in a project. */
export interface DayKey {
  projectId: number;
  day: number;
}

/** The quarters that changed. */
export interface Waiting {
  due: QuarterKey[];
  /** How long ago the first of the quarters that are over was changed; 0 if none waits. */
  lagSeconds: number;
  /** How long ago any quarter was changed last; null if none has since. */
  newestSeconds: number | null;
}

/** Marks the statements of the loop, which run all the time. */
const MARK = '/* rollups */';

const IS_OVER = `quarter < floor(extract(epoch FROM now()) / ${QUARTER_SECONDS})`;

/** SQL of whether there are marks, flagged quarters that are over, or rollups of an earlier version. */
export const ROLLUPS_DUE = `(SELECT id FROM changed_quarters ORDER BY id LIMIT 1) IS NOT NULL
  OR EXISTS (SELECT FROM quarter_rollups WHERE changed_at IS NOT NULL AND ${IS_OVER})
  OR ${HAS_EARLIER}`;

/**
 * Flags the quarters that writers have marked, and removes their marks and their days. Many marks of
 * one quarter become one flag, so what readers must combine remains small.
 */
export async function flagQuarters(client: pg.ClientBase, limit: number): Promise<void> {
  await client.query(
    `${MARK} WITH marks AS (
       DELETE FROM changed_quarters
        WHERE id IN (SELECT id FROM changed_quarters ORDER BY id LIMIT $1)
       RETURNING project_id, quarters, changed_at
     ), marked AS MATERIALIZED (
       SELECT m.project_id, quarter, max(m.changed_at) AS changed_at
         FROM marks m CROSS JOIN unnest(m.quarters) AS quarter GROUP BY m.project_id, quarter
     ), days AS MATERIALIZED (
       SELECT DISTINCT project_id, ${dayOf('quarter')} AS day FROM marked
     ), old_rollups AS (
       DELETE FROM day_rollups r USING days d WHERE r.project_id = d.project_id AND r.day = d.day
     )
     INSERT INTO quarter_rollups AS r (project_id, quarter, changed_at)
     SELECT project_id, quarter, changed_at FROM marked
     ON CONFLICT (project_id, quarter) DO UPDATE
       SET changed_at = greatest(r.changed_at, excluded.changed_at)`,
    [limit],
  );
}

/**
 * Reads the newest flagged quarters that are over and have not changed for a while, and how much
 * waits.
 */
export async function readWaiting(
  client: pg.ClientBase,
  settledSeconds: number,
  limit: number,
): Promise<Waiting> {
  const flagged = 'FROM quarter_rollups WHERE changed_at IS NOT NULL';
  const { rows: due } = await client.query<QuarterKey>(
    `${MARK} SELECT project_id AS "projectId", quarter ${flagged}
        AND ${IS_OVER} AND changed_at <= now() - $1 * interval '1 s'
      ORDER BY quarter DESC LIMIT $2`,
    [settledSeconds, limit],
  );
  const ageOf = (condition: string, direction: string): string =>
    `(SELECT extract(epoch FROM now() - changed_at)::float8 ${flagged} ${condition}
       ORDER BY changed_at ${direction} LIMIT 1)`;
  const { rows } = await client.query<{ lag: number | null; newest: number | null }>(
    `${MARK} SELECT ${ageOf(`AND ${IS_OVER}`, 'ASC')} AS lag, ${ageOf('', 'DESC')} AS newest`,
  );
  return { due, lagSeconds: rows[0]?.lag ?? 0, newestSeconds: rows[0]?.newest ?? null };
}

/** Computes quarters from their rows, and removes those without any. */
export async function rollUpQuarters(
  client: Distributed<pg.ClientBase>,
  keys: readonly QuarterKey[],
): Promise<void> {
  const { distribution } = client;
  const select = distribution.choose({ single: sumEachQuarter, cluster: sumAllQuarters });
  await client.query(
    `${MARK} INSERT INTO quarter_rollups (project_id, quarter, changed_at, ${listSums().join(', ')}, durations)
     ${select(keys)}
     ON CONFLICT (project_id, quarter) DO UPDATE SET changed_at = NULL, durations = excluded.durations,
       ${listSums()
         .map((column) => `${column} = excluded.${column}`)
         .join(', ')}`,
  );
  await client.query(
    `${MARK} DELETE FROM quarter_rollups r USING ${listQuarters(keys, 'k')}
      WHERE r.project_id = k.project_id AND r.quarter = k.quarter AND r.changed_at IS NOT NULL`,
  );
  await client.query(addDroppedQuarters(keys));
  for (const statement of rollUpGroupsOfQuarters(distribution, keys)) {
    await client.query(`${MARK} ${statement}`);
  }
}

const START = startOfQuarter('k.quarter');
const END = startOfQuarter('k.quarter + 1');
const DURATIONS = `coalesce(array_agg(${DURATION}), '{}') AS durations`;

/** Selects quarters with their sums, reading the rows of one after the other. */
function sumEachQuarter(keys: readonly QuarterKey[]): string {
  return `SELECT k.project_id, k.quarter, NULL::timestamptz, ${listSums().join(', ')}, durations
      FROM ${listQuarters(keys, 'k')}
      CROSS JOIN LATERAL (
        SELECT ${sumRows('traces')}, ${DURATIONS}
        ${selectPeriod('traces', 'k.project_id', START, END)}) of_traces
      CROSS JOIN LATERAL (
        SELECT ${sumRows('spans')} ${selectPeriod('spans', 'k.project_id', START, END)}) of_spans
      WHERE trace_count > 0 OR span_count > 0`;
}

/** The same for distributed rows, which each server reads for all quarters at once. */
function sumAllQuarters(keys: readonly QuarterKey[]): string {
  const sum = (table: SummedTable, sums: string): string =>
    `(SELECT ${selectQuarter(table)}, ${sums} ${selectRowsOf(table, keys)} GROUP BY 1, 2) of_${table}`;
  return `SELECT project_id, quarter, NULL::timestamptz, ${listFilledSums().join(', ')}, coalesce(durations, '{}')
      FROM ${sum('traces', `${sumRows('traces')}, ${DURATIONS}`)}
      FULL JOIN ${sum('spans', sumRows('spans'))} USING (project_id, quarter)`;
}

/** Adds what sampling dropped to quarters, which have been computed or removed. */
function addDroppedQuarters(keys: readonly QuarterKey[]): string {
  const sums = listDroppedSums();
  const ofQuarter = `m.project_id = k.project_id AND m.minute >= ${START} AND m.minute < ${END}`;
  // Sizes are those of stored spans, and null if they were never measured.
  return `${MARK} INSERT INTO quarter_rollups AS r (project_id, quarter, ${sums.join(', ')}, span_bytes, durations)
    SELECT k.project_id, k.quarter, ${sumDroppedMinutes()}, 0, (
             SELECT coalesce(array_agg(duration), '{}')
               FROM ${DROPPED_MINUTES} m CROSS JOIN unnest(m.durations) AS duration WHERE ${ofQuarter})
      FROM ${listQuarters(keys, 'k')}
      ${joinDropped(DROPPED_MINUTES, 'k.project_id', { begin: START, end: END })}
     GROUP BY k.project_id, k.quarter
    ON CONFLICT (project_id, quarter) DO UPDATE SET ${addDropped(sums, 'r')},
       durations = r.durations || excluded.durations`;
}

/** Computes the days of quarters from all their quarters, unless one of these has changed. */
export async function rollUpDays(
  client: pg.ClientBase,
  quarters: readonly QuarterKey[],
): Promise<void> {
  const { rows: days } = await client.query<DayKey>(
    `${MARK} SELECT DISTINCT k.project_id AS "projectId", ${dayOf('k.quarter')} AS day
       FROM unnest($1::bigint[], $2::integer[]) AS k (project_id, quarter)
      WHERE NOT EXISTS (
        SELECT FROM quarter_rollups r
         WHERE r.project_id = k.project_id AND r.changed_at IS NOT NULL
           AND r.quarter >= ${dayOf('k.quarter')} * ${QUARTERS_PER_DAY}
           AND r.quarter < (${dayOf('k.quarter')} + 1) * ${QUARTERS_PER_DAY})`,
    [quarters.map((key) => key.projectId), quarters.map((key) => key.quarter)],
  );
  if (days.length === 0) return;
  const parameters = [days.map((key) => key.projectId), days.map((key) => key.day)];
  const keys = 'unnest($1::bigint[], $2::integer[]) AS k (project_id, day)';
  const quartersOfDay = `r.project_id = k.project_id AND r.quarter >= k.day * ${QUARTERS_PER_DAY}
    AND r.quarter < (k.day + 1) * ${QUARTERS_PER_DAY}`;
  await client.query(
    `${MARK} DELETE FROM day_latencies l USING ${keys}
      WHERE l.project_id = k.project_id AND l.day = k.day`,
    parameters,
  );
  await client.query(
    `${MARK} DELETE FROM day_rollups r USING ${keys}
      WHERE r.project_id = k.project_id AND r.day = k.day`,
    parameters,
  );
  await client.query(
    `${MARK} WITH latencies AS (
       INSERT INTO day_latencies (project_id, bucket, day, durations)
       SELECT k.project_id, ${bucketOf('duration')} AS bucket, k.day, array_agg(duration)
         FROM ${keys} JOIN quarter_rollups r ON ${quartersOfDay}
        CROSS JOIN unnest(r.durations) AS duration
        WHERE duration >= 0
        GROUP BY k.project_id, k.day, bucket
       RETURNING project_id, day, bucket, cardinality(durations) AS count
     ), buckets AS (
       SELECT project_id, day, array_agg(bucket ORDER BY bucket) AS latency_buckets,
              array_agg(count ORDER BY bucket) AS latency_counts
         FROM latencies GROUP BY project_id, day
     )
     INSERT INTO day_rollups (project_id, day, ${listSums().join(', ')}, latency_buckets, latency_counts)
     SELECT d.*, coalesce(latency_buckets, '{}'), coalesce(latency_counts, '{}')
       FROM (SELECT k.project_id, k.day, ${sumPeriods()}
               FROM ${keys} JOIN quarter_rollups r ON ${quartersOfDay}
              GROUP BY k.project_id, k.day) d
       LEFT JOIN buckets USING (project_id, day)`,
    parameters,
  );
  for (const statement of rollUpGroupsOfDays()) {
    await client.query(`${MARK} ${statement}`, parameters);
  }
}

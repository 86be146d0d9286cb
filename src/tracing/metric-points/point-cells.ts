import {
  boundDouble,
  type GroupOrder,
  MAX_KEY_LENGTH,
  SELECT_CELL,
  writeGroupOrder,
} from '../fields/groups.js';
import type { Distribution } from '../../kernel/sql/distribution.js';
import { DistributedWhere } from '../../kernel/sql/distributed-where.js';
import { MetricKind } from './metric-kind.enum.js';
import { addsUp, type PointAggregation, PROBABILITIES } from './point-aggregation.js';
import { addPointCondition, type PointCondition } from './point-condition.js';

/** The points to read, and the values to read of them. */
export interface PointSelection {
  projectId: number;
  name: string;
  kind: MetricKind;
  aggregation: PointAggregation;
  condition: PointCondition | null;
  /** The attribute by which to group; null for one group. */
  groupBy: string | null;
  groupLimit: number;
  groupOrder?: GroupOrder | undefined;
  /** Inclusive. */
  start: string;
  /** Exclusive. */
  end: string;
  /** The beginnings of the bins; empty for the whole range only. */
  bins: readonly Date[];
}

/** Cumulative points are compared with the one before, which was exported earlier. */
const EARLIER = `interval '2 hours'`;

/**
 * Writes the SQL that reads the points of a range once, by the index of their project, name and time, and returns
 * the cells of the largest groups that are not empty. Rates are sums here.
 */
export function selectPointCells(
  distribution: Distribution,
  selection: PointSelection,
): {
  sql: string;
  parameters: unknown[];
} {
  const { aggregation, groupLimit, groupOrder } = selection;
  const where = new DistributedWhere(distribution);
  const added = selectAdded(selection, where);
  const isAdditive = addsUp(aggregation);
  const limit = where.bind(groupLimit);
  const order = writeGroupOrder(groupOrder, isAdditive ? 'value' : '"rowCount"', 'value');
  const sql = `WITH ${added},
    valued AS MATERIALIZED (${selectValued(aggregation)}),
    ranked AS MATERIALIZED (
      SELECT key, row_number() OVER (ORDER BY ${order}, key) AS place FROM valued WHERE bin IS NULL),
    cells AS (
      SELECT least(place, ${limit} + 1) AS place, CASE WHEN place <= ${limit} THEN key ELSE '' END AS key,
             bin, sum("rowCount") AS "rowCount", sum(value) AS value
        FROM valued JOIN ranked USING (key) ${isAdditive ? '' : `WHERE place <= ${limit}`}
       GROUP BY 1, 2, 3)
    SELECT ${SELECT_CELL} FROM cells ORDER BY place, bin`;
  return { sql, parameters: where.parameters };
}

/**
 * Selects as `added` what each point adds to what was there before: all of it, or, of cumulative points, what the
 * one before did not have. One that is smaller than the one before has started again. The first one of a process that
 * began before the range adds nothing, because nobody knows when that was added.
 */
function selectAdded(selection: PointSelection, where: DistributedWhere): string {
  const { projectId, name, kind, groupBy, start, end, bins, condition } = selection;
  const from = `${where.bind(start)}::timestamptz`;
  where
    .and(`m.project_id = ${where.bind(projectId)}`)
    .and(`m.name = ${where.bind(name)}`)
    .and(`m.kind = ${where.bind(kind)}`)
    .and(`m.time < ${where.bind(end)}::timestamptz`);
  if (kind === MetricKind.GAUGE) where.and(`m.time >= ${from}`);
  else where.and(`m.time >= ${from} - ${EARLIER}`).and(`(m.time >= ${from} OR NOT m.is_delta)`);
  addPointCondition(where, condition);
  const key = groupBy === null ? 'NULL::text' : `m.attributes ->> ${where.bind(groupBy)}`;
  const bin =
    bins.length > 0
      ? `width_bucket(time, ${where.bind(bins.map((time) => time.toISOString()))}::timestamptz[]) - 1`
      : '0';
  return `points AS (
      SELECT m.id, m.time, m.start_time, m.is_delta OR m.kind = 'GAUGE' AS is_whole, m.value_count,
             ${boundDouble('m.value')} AS value, m.bucket_bounds, m.bucket_counts,
             coalesce('=' || left(${key}, ${MAX_KEY_LENGTH}), '') COLLATE "C" AS key,
             hashtextextended(concat_ws(' ', m.service_name, m.attributes::text), 0) AS series
        FROM metric_points m ${where.toString()}
    ), compared AS (
      SELECT *, lag(value) OVER before AS earlier_value, lag(value_count) OVER before AS earlier_count,
             lag(bucket_bounds) OVER before AS earlier_bounds,
             lag(bucket_counts) OVER before AS earlier_counts
        FROM points
      WINDOW before AS (PARTITION BY series, start_time ORDER BY time, id)
    ), judged AS (
      SELECT *, CASE WHEN is_whole THEN 'WHOLE'
                     WHEN earlier_value IS NULL THEN
                       CASE WHEN start_time >= ${from} THEN 'WHOLE' ELSE 'NOTHING' END
                     WHEN coalesce(value_count < earlier_count, value < earlier_value) THEN 'WHOLE'
                     ELSE 'DIFFERENCE' END AS part
        FROM compared WHERE time >= ${from}
    ), added AS (
      SELECT id, time, key, series, ${bin} AS bin, part, bucket_bounds, bucket_counts,
             earlier_bounds, earlier_counts,
             CASE part WHEN 'WHOLE' THEN value WHEN 'NOTHING' THEN 0 ELSE value - earlier_value END AS value,
             CASE WHEN value_count IS NULL THEN 1 WHEN part = 'WHOLE' THEN value_count
                  WHEN part = 'NOTHING' THEN 0 ELSE value_count - earlier_count END AS count
        FROM judged)`;
}

/** Selects the value of each group in each bin, and in all of them, for which the bin is null. */
function selectValued(aggregation: PointAggregation): string {
  const probability = PROBABILITIES[aggregation];
  if (probability !== undefined) return selectQuantiles(probability);
  const grouped = `FROM added GROUP BY GROUPING SETS ((key, bin), (key))`;
  const count = `sum(count)::float8 AS "rowCount"`;
  switch (aggregation) {
    case 'COUNT':
      return `SELECT key, bin, ${count}, sum(count)::float8 AS value ${grouped}`;
    case 'LAST':
      return SELECT_LAST;
    case 'MEAN':
      return `SELECT key, bin, ${count}, sum(value) / sum(count)::float8 AS value ${grouped} HAVING sum(count) > 0`;
    default:
      return `SELECT key, bin, ${count}, sum(value) AS value ${grouped}`;
  }
}

/** The mean of the last values of all series of a group. */
const SELECT_LAST = `
  SELECT key, bin, sum(count)::float8 AS "rowCount",
         CASE WHEN grouping(bin) = 0 THEN avg(value) FILTER (WHERE is_last_of_bin)
              ELSE avg(value) FILTER (WHERE is_last) END AS value
    FROM (
      SELECT *, row_number() OVER (PARTITION BY series, bin ORDER BY time DESC, id DESC) = 1
                  AS is_last_of_bin,
             row_number() OVER (PARTITION BY series ORDER BY time DESC, id DESC) = 1
                  AS is_last
        FROM added) marked
   GROUP BY GROUPING SETS ((key, bin), (key))`;

/**
 * Values are taken as evenly distributed in their bucket. The first bucket begins at 0 if it ends above, and the
 * last one is where it begins. Points whose buckets do not explain their number of values, as after a change of
 * bounds, do not count.
 */
function selectQuantiles(probability: number): string {
  const wanted = `${probability} * total`;
  const place = `(${wanted} - (reached - count)) / count`;
  return `
    SELECT DISTINCT ON (key, bin) key, bin, total::float8 AS "rowCount",
           CASE WHEN upper = 'Infinity' THEN lower
                WHEN lower = '-Infinity' THEN CASE WHEN upper > 0 THEN upper * ${place} ELSE upper END
                ELSE lower + (upper - lower) * ${place} END AS value
      FROM (
        SELECT *, sum(count) OVER (PARTITION BY key, bin ORDER BY upper, lower) AS reached,
               sum(count) OVER (PARTITION BY key, bin) AS total
          FROM (
            SELECT a.key, a.bin, b.lower, b.upper, sum(b.count)::float8 AS count
              FROM added a CROSS JOIN LATERAL (${SELECT_BUCKETS}) b
             WHERE a.count > 0 AND a.bucket_counts IS NOT NULL AND b.count > 0
             GROUP BY GROUPING SETS ((a.key, a.bin, b.lower, b.upper), (a.key, b.lower, b.upper))) buckets
      ) cumulated
     WHERE reached >= ${wanted} ORDER BY key, bin, reached`;
}

/** The ends of bucket `i`. Subscripts beyond an array are null. */
const ends = (bounds: string): string =>
  `coalesce(${boundDouble(`${bounds}[i - 1]`)}, '-Infinity') AS lower,
   coalesce(${boundDouble(`${bounds}[i]`)}, 'Infinity') AS upper`;

/** The buckets that a point `a` adds. Those of two points are rarely not the same. */
const SELECT_BUCKETS = `
  SELECT ${ends('a.bucket_bounds')},
         a.bucket_counts[i] - CASE a.part WHEN 'WHOLE' THEN 0 ELSE a.earlier_counts[i] END AS count
    FROM generate_subscripts(a.bucket_counts, 1) i
   WHERE a.part = 'WHOLE' OR a.bucket_bounds = a.earlier_bounds
  UNION ALL
  SELECT lower, upper, count FROM (
    SELECT lower, upper, sum(count) AS count, sum(greatest(sum(count), 0)) OVER () AS total
      FROM (
        SELECT ${ends('a.bucket_bounds')}, a.bucket_counts[i] AS count
          FROM generate_subscripts(a.bucket_counts, 1) i
        UNION ALL
        SELECT ${ends('a.earlier_bounds')}, -a.earlier_counts[i]
          FROM generate_subscripts(a.earlier_counts, 1) i) parts
     GROUP BY lower, upper) differences
   WHERE a.part = 'DIFFERENCE' AND a.bucket_bounds IS DISTINCT FROM a.earlier_bounds AND total = a.count`;

import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../../database/database-reader.js';
import { runFiguresReads } from '../../../database/bounded-read.js';
import { QUARTER_SECONDS, startOfQuarter } from '../../../spans/quarters.js';
import type { CostGroup } from './cost-groups.queries.js';
import { bucketOf } from './latency-buckets.js';
import {
  type OpenRange,
  readRolled,
  readRolledIn,
  type RolledRange,
  type RolledRead,
} from './rolled-range.queries.js';
import type { SummedTable } from './rollup-sums.js';

const QUARTER_MS = QUARTER_SECONDS * 1000;
const DAY_MS = 86_400_000;

/**
 * Milliseconds, to the last bit like `(extract(epoch FROM …) * 1000)::float8`: microseconds are exact
 * as floats, and dividing rounds once.
 */
const toMs = (duration: string): string => `(${duration}::float8 / 1000)`;

/** Sums over the costs of groups. */
export interface CostFigures {
  group: CostGroup;
  /** Select list over `d`, which has the keys and the sums of a group. */
  figures: string;
  /** The columns to group by. */
  key: string;
  where?: string;
  order?: string;
}

/** Returns whether bins consist of whole quarters, so that they can be read from rollups. */
export function areRolledBins(bins: readonly Date[]): boolean {
  return bins.every((bin) => bin.getTime() % QUARTER_MS === 0);
}

/** SQL for figures of all traces or spans in a range, from rollups. Skips projects without any. */
@Injectable()
export class RollupsQueries {
  constructor(private readonly reader: DatabaseReader) {}

  /**
   * Adds up the traces or spans of each project.
   * @param figures select list over `r`, which has the sums.
   */
  readSums<T>(
    table: SummedTable,
    projectIds: readonly number[],
    range: OpenRange,
    figures: string,
  ): Promise<T[]> {
    const sql = (rolled: RolledRange): string => `WITH ${rolled.expressions}
       SELECT r.project_id AS "projectId", ${figures} FROM (${rolled.selectSums(table)}) r
        GROUP BY r.project_id HAVING sum(r.${COUNTS[table]}) > 0`;
    return this.read({ projectIds, range, longest: 'day', sql });
  }

  /**
   * Adds up the traces or spans of each bin.
   * @param bins as in `areRolledBins`.
   * @param figures select list over `r`, which has the sums.
   * @throws BadRequestError if this takes too long.
   */
  readBins<T>(
    table: SummedTable,
    projectIds: readonly number[],
    range: OpenRange,
    bins: readonly Date[],
    figures: string,
  ): Promise<T[]> {
    const sql = (rolled: RolledRange): string => `WITH ${rolled.expressions}
       SELECT r.project_id AS "projectId", ${toBin(rolled, bins)} AS bin, ${figures}
         FROM (${rolled.selectSums(table)}) r
        GROUP BY 1, 2 HAVING sum(r.${COUNTS[table]}) > 0`;
    return this.readBounded({ projectIds, range, longest: longestIn(bins), sql });
  }

  /**
   * Adds up the costs of the traces of each project, or of each bin of it.
   * @param bins as in `areRolledBins`.
   * @throws BadRequestError if this takes too long.
   */
  readCosts<T>(
    projectIds: readonly number[],
    range: OpenRange,
    { group, figures, key, where = 'true', order }: CostFigures,
    bins?: readonly Date[],
  ): Promise<T[]> {
    const longest = bins ? longestIn(bins) : 'day';
    const sql = (rolled: RolledRange): string => {
      const bin = bins ? `, ${toBin(rolled, bins, 'd')}` : '';
      return `WITH ${rolled.expressions}
       SELECT d.project_id AS "projectId" ${bin && `${bin} AS bin`}, ${figures}
         FROM (${rolled.selectCosts(group)}) d WHERE ${where}
        GROUP BY d.project_id ${bin}, ${key} ${order ? `ORDER BY ${order}` : ''}`;
    };
    return this.readBounded({ projectIds, range, longest, sql });
  }

  /**
   * Reads quantiles of the durations of the traces in each bin, in milliseconds.
   * @param bins as in `areRolledBins`.
   * @throws BadRequestError if this takes too long.
   */
  readLatencyBins<T>(
    projectIds: readonly number[],
    range: OpenRange,
    bins: readonly Date[],
    probabilities: readonly number[],
  ): Promise<T[]> {
    const sql = (rolled: RolledRange): string => `WITH ${rolled.expressions}
       SELECT r.project_id AS "projectId", ${toBin(rolled, bins)} AS bin,
              percentile_cont(${rolled.bind(probabilities)}::float8[])
                WITHIN GROUP (ORDER BY ${toMs('r.duration')}) AS quantiles,
              count(*)::float8 AS "rowCount"
         FROM (${rolled.selectDurations()}) r GROUP BY 1, 2`;
    return this.readBounded({ projectIds, range, longest: 'quarter', sql });
  }

  /**
   * Reads quantiles of the durations of traces in milliseconds, like `percentile_cont`. Days tell
   * only how many traces are in each bucket of durations, and of which buckets the durations are
   * needed.
   */
  readQuantiles<T = { projectId: number; quantiles: number[] }>(
    projectIds: readonly number[],
    range: OpenRange,
    probabilities: readonly number[],
  ): Promise<T[]> {
    const sql = (
      rolled: RolledRange,
    ): string => `WITH ${rolled.expressions}, durations AS MATERIALIZED (
         SELECT project_id, duration, ${bucketOf('duration')} AS bucket
           FROM (${rolled.selectDurations()}) r
       ), buckets AS (
         SELECT project_id, bucket, sum(count) AS count FROM (
           SELECT project_id, b.bucket, b.count
             FROM days CROSS JOIN unnest(latency_buckets, latency_counts) AS b (bucket, count)
           UNION ALL
           SELECT project_id, bucket, count(*) FROM durations GROUP BY project_id, bucket) parts
          GROUP BY project_id, bucket
       ), ranked AS (
         SELECT project_id, bucket, count,
                sum(count) OVER (PARTITION BY project_id ORDER BY bucket) - count AS before,
                sum(count) OVER (PARTITION BY project_id) AS total
           FROM buckets
       ), places AS MATERIALIZED (
         SELECT project_id, total, p.ordinality, p.probability * (total - 1)::float8 AS place
           FROM (SELECT DISTINCT project_id, total FROM ranked) totals
          CROSS JOIN unnest(${rolled.bind(probabilities)}::float8[])
            WITH ORDINALITY AS p (probability, ordinality)
       ), ranks AS MATERIALIZED (
         SELECT DISTINCT r.project_id, r.bucket, rank, (rank - r.before)::bigint AS offset_in_bucket
           FROM places p
          CROSS JOIN LATERAL unnest(ARRAY[floor(p.place), ceil(p.place)]::bigint[]) AS rank
           JOIN ranked r ON r.project_id = p.project_id
            AND rank >= r.before AND rank < r.before + r.count
       ), wanted AS MATERIALIZED (
         SELECT DISTINCT project_id, bucket FROM ranks
       ), sorted AS (
         SELECT project_id, bucket, duration,
                row_number() OVER (PARTITION BY project_id, bucket ORDER BY duration) - 1
                  AS offset_in_bucket
           FROM (
             SELECT w.project_id, w.bucket, duration
               FROM wanted w JOIN days USING (project_id)
               JOIN day_latencies l ON l.project_id = w.project_id AND l.bucket = w.bucket
                AND l.day = days.day
              CROSS JOIN unnest(l.durations) AS duration
             UNION ALL
             SELECT project_id, bucket, duration FROM wanted JOIN durations USING (project_id, bucket)
           ) of_buckets
       ), found AS (
         SELECT k.project_id, k.rank, ${toMs('s.duration')} AS ms
           FROM ranks k JOIN sorted s USING (project_id, bucket, offset_in_bucket)
       )
       SELECT p.project_id AS "projectId",
              array_agg(low.ms + (p.place - floor(p.place)) * (high.ms - low.ms) ORDER BY p.ordinality)
                AS quantiles, max(p.total)::float8 AS "rowCount"
         FROM places p
         JOIN found low ON low.project_id = p.project_id AND low.rank = floor(p.place)::bigint
         JOIN found high ON high.project_id = p.project_id AND high.rank = ceil(p.place)::bigint
        GROUP BY p.project_id`;
    return this.read({ projectIds, range, longest: 'day', sql });
  }

  private read<T>(read: RolledRead): Promise<T[]> {
    return readRolled<T>(this.reader, read);
  }

  private readBounded<T>(read: RolledRead): Promise<T[]> {
    return runFiguresReads(this.reader, (tx) =>
      readRolledIn<T>(tx, this.reader.distribution, read),
    );
  }
}

const COUNTS = { traces: 'trace_count', spans: 'span_count' } as const;

/** The longest periods that are added up as a whole. */
function longestIn(bins: readonly Date[]): 'day' | 'quarter' {
  return bins.every((bin) => bin.getTime() % DAY_MS === 0) ? 'day' : 'quarter';
}

function toBin(rolled: RolledRange, bins: readonly Date[], row = 'r'): string {
  const starts = rolled.bind(bins.map((bin) => bin.toISOString()));
  return `width_bucket(${startOfQuarter(`${row}.quarter`)}, ${starts}::timestamptz[]) - 1`;
}

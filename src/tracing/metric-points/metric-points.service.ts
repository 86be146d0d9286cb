import { Injectable } from '@nestjs/common';
import { runFiguresRead } from '../../database/bounded-read.js';
import { DatabaseReader } from '../../database/database-reader.js';
import type { MetricKind } from './metric-kind.enum.js';

/** A metric that was sent to a project. */
export interface ProjectMetric {
  projectId: number;
  name: string;
  unit: string;
  kind: MetricKind;
  /** Points that arrived, and how many of them are stored. */
  pointCount: number;
  keptCount: number;
  lastSeenAt: string;
}

/** Which points of a metric to add up. */
export interface SeriesInput {
  name: string;
  /** Beginnings of the bins, in order. */
  bins: readonly Date[];
  /** Exclusive. */
  end: Date;
  /** The attribute by which to split; null for one series. */
  groupBy: string | null;
}

/** What the points of a metric with one value of an attribute add up to. */
export interface MetricSeries {
  /** Null for points without the attribute, or if there is only one series. */
  key: string | null;
  /** For each bin: what was added; of a gauge, the mean; null if there were no points. */
  values: (number | null)[];
  /** For each bin: how many values a histogram got; of others, how many points there were. */
  counts: number[];
}

/** Series with the highest values. */
const MOST_SERIES = 50;

/** Cumulative points are compared with the one before, which was exported earlier. */
const EARLIER = `interval '2 hours'`;

/** Parameters: project, name, attribute, beginnings of bins, end. */
const READ_SERIES = `
  WITH points AS (
    SELECT m.time, m.kind, m.is_delta, m.value, m.value_count, m.start_time, m.attributes->>$3 AS key,
           lag(m.value) OVER before AS earlier_value, lag(m.value_count) OVER before AS earlier_count
      FROM metric_points m
     WHERE m.project_id = $1 AND m.name = $2 AND m.time >= ($4::timestamptz[])[1] - ${EARLIER}
       AND m.time < $5
    WINDOW before AS (PARTITION BY m.service_name, m.attributes::text, m.start_time
                      ORDER BY m.time, m.id)
  ), added AS (
    SELECT key, width_bucket(time, $4::timestamptz[]) AS bin, kind,
           CASE WHEN kind = 'GAUGE' OR is_delta THEN value
                WHEN earlier_value IS NULL THEN
                  CASE WHEN start_time >= ($4::timestamptz[])[1] THEN value ELSE 0 END
                WHEN value < earlier_value THEN value
                ELSE value - earlier_value END AS value,
           CASE WHEN value_count IS NULL THEN 1
                WHEN is_delta THEN value_count
                WHEN earlier_count IS NULL THEN
                  CASE WHEN start_time >= ($4::timestamptz[])[1] THEN value_count ELSE 0 END
                WHEN value_count < earlier_count THEN value_count
                ELSE value_count - earlier_count END AS count
      FROM points WHERE time >= ($4::timestamptz[])[1]
  ), shown AS (
    SELECT key FROM added GROUP BY key ORDER BY sum(value) DESC, key LIMIT ${MOST_SERIES}
  )
  SELECT a.key, a.bin,
         CASE WHEN min(a.kind) = 'GAUGE' THEN avg(a.value) ELSE sum(a.value) END AS value,
         sum(a.count)::float8 AS count
    FROM added a JOIN shown s ON s.key IS NOT DISTINCT FROM a.key
   GROUP BY a.key, a.bin ORDER BY a.key NULLS LAST, a.bin`;

/** Lists the metrics of projects, and reads their series, for REST and GraphQL. */
@Injectable()
export class MetricPointsService {
  constructor(private readonly reader: DatabaseReader) {}

  /** Lists the metrics that were sent to each project, by name. */
  async listByProject(projectIds: readonly number[]): Promise<ProjectMetric[][]> {
    const rows = await this.reader.query<ProjectMetric[]>(
      `SELECT project_id AS "projectId", name, unit, kind, point_count AS "pointCount",
              kept_count AS "keptCount", last_seen_at AS "lastSeenAt"
         FROM project_metrics WHERE project_id = ANY($1) ORDER BY project_id, name`,
      [projectIds],
    );
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    return projectIds.map((id) => byProject.get(id) ?? []);
  }

  /**
   * Adds up the points of a metric by time and, if wanted, by an attribute. At most 50 series, those with the
   * highest sums.
   * @throws BadRequestError if it takes too long.
   */
  async readSeries(
    projectId: number,
    { name, bins, end, groupBy }: SeriesInput,
  ): Promise<MetricSeries[]> {
    if (bins.length === 0) return [];
    const rows = await runFiguresRead<{
      key: string | null;
      bin: number;
      value: number;
      count: number;
    }>(this.reader, READ_SERIES, [projectId, name, groupBy, bins, end]);
    return [...Map.groupBy(rows, ({ key }) => key)].map(([key, cells]) => {
      const byBin = new Map(cells.map((cell) => [cell.bin, cell]));
      return {
        key,
        values: bins.map((_, at) => byBin.get(at + 1)?.value ?? null),
        counts: bins.map((_, at) => byBin.get(at + 1)?.count ?? 0),
      };
    });
  }
}

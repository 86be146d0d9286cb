import type { DatabaseReader } from '../../database/database-reader.js';
import type { MetricKind } from './metric-kind.enum.js';

/** Points whose attributes are listed, and how many of these. */
const READ_FOR_NAMES = 500;
const MAX_NAMES = 100;

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

/** Lists the metrics that were sent to projects, by name. */
export function listMetrics(
  reader: DatabaseReader,
  projectIds: readonly number[],
): Promise<ProjectMetric[]> {
  return reader.query(
    `SELECT project_id AS "projectId", name, unit, kind, point_count AS "pointCount",
            kept_count AS "keptCount", last_seen_at AS "lastSeenAt"
       FROM project_metrics WHERE project_id = ANY($1) ORDER BY project_id, name`,
    [projectIds],
  );
}

/** Lists the names of the attributes that the last points of a metric have. */
export async function listAttributes(
  reader: DatabaseReader,
  projectId: number,
  name: string,
): Promise<string[]> {
  const rows = await reader.query<{ key: string }[]>(
    `SELECT DISTINCT json_object_keys(last.attributes) COLLATE "C" AS key FROM (
       SELECT m.attributes FROM metric_points m WHERE m.project_id = $1 AND m.name = $2
        ORDER BY m.time DESC LIMIT ${READ_FOR_NAMES}) last
      ORDER BY key LIMIT ${MAX_NAMES}`,
    [projectId, name],
  );
  return rows.map(({ key }) => key);
}

/** Returns the kind of the last point; null if there is none. */
export async function findKind(
  reader: DatabaseReader,
  projectId: number,
  name: string,
): Promise<MetricKind | null> {
  const [last] = await reader.query<{ kind: MetricKind }[]>(
    `SELECT kind FROM metric_points WHERE project_id = $1 AND name = $2 ORDER BY time DESC LIMIT 1`,
    [projectId, name],
  );
  return last?.kind ?? null;
}

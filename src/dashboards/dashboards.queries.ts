import { selectColumns } from '../database/columns.js';
import type { DatabaseWriter } from '../database/database-writer.js';
import { DashboardEntity } from './dashboard.entity.js';

/** The version of `DashboardChart`. One that old readers cannot read must have another. */
const CHARTS_VERSION = 1;

const COLUMNS = selectColumns(DashboardEntity, 'd');

/** The columns of a dashboard that users edit; the charts are JSON text, or null to keep them. */
type DashboardContent = Pick<DashboardEntity, 'name' | 'description' | 'ownerId'> & {
  charts: string | null;
};

/** Null if the project has the maximum number of dashboards of the same owner. */
export async function insertDashboard(
  database: DatabaseWriter,
  projectId: number,
  { name, description, ownerId, charts }: DashboardContent,
  maximum: number,
): Promise<DashboardEntity | null> {
  const [row] = await database.query<DashboardEntity[]>(
    `INSERT INTO dashboards AS d (project_id, name, description, owner_id, charts_version, charts)
     SELECT $1, $2, $3, $4, ${CHARTS_VERSION}, $5::json
      WHERE (SELECT count(*) FROM dashboards
              WHERE project_id = $1 AND owner_id IS NOT DISTINCT FROM $4) < $6
     RETURNING ${COLUMNS}`,
    [projectId, name, description, ownerId, charts, maximum],
  );
  return row ?? null;
}

/** Null if the dashboard has been deleted, or changed since `basedOn`. */
export async function updateDashboard(
  database: DatabaseWriter,
  id: number,
  { name, description, ownerId, charts }: DashboardContent,
  basedOn: string | null,
): Promise<DashboardEntity | null> {
  const [[row]] = await database.query<[DashboardEntity[], number]>(
    `UPDATE dashboards d SET name = $2, description = $3, owner_id = $4, updated_at = now(),
            charts = coalesce($5::json, d.charts),
            charts_version = CASE WHEN $5 IS NULL THEN d.charts_version ELSE ${CHARTS_VERSION} END
      WHERE d.id = $1 AND ($6::timestamptz IS NULL OR d.updated_at = $6)
      RETURNING ${COLUMNS}`,
    [id, name, description, ownerId, charts, basedOn],
  );
  return row ?? null;
}

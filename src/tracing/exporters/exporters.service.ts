import { Injectable } from '@nestjs/common';
import type { Identity } from '../../kernel/access/access.js';
import { type ProjectAccess, findRoleIn } from '../../kernel/access/project-access.js';
import { selectColumns } from '../../database/columns.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { ExporterEntity } from './exporter.entity.js';
import { ExporterUnreadKeyEntity } from './exporter-unread-key.entity.js';
import { type ExporterProblem, findProblems } from './exporter-problems.js';

export { ProblemKind } from './exporter-problems.js';
export type { ExporterProblem } from './exporter-problems.js';

/** Type name in the global ID of an exporter. */
export const EXPORTER_TYPE = 'Exporter';

/** An exporter as queries return it: the numbers of a day are those of today. */
export type ExporterRow = Omit<Readonly<ExporterEntity>, 'day'> & {
  /** Null if there was no key, or if it has been deleted. */
  readonly keyName: string | null;
};

/** An exporter, and what is wrong with it. */
export interface ExporterHealth {
  row: ExporterRow;
  problems: ExporterProblem[];
  /** The most frequent first. */
  unreadKeys: UnreadKey[];
}

/** A key of attributes that an exporter sends and nothing reads. */
export type UnreadKey = Readonly<ExporterUnreadKeyEntity>;

const COLUMNS = selectColumns(ExporterEntity, 'e', {
  except: ['day', 'daySpanCount', 'dayRefusedCount', 'dayLateCount'],
});

const TODAY = `e.day = (now() AT TIME ZONE 'UTC')::date`;

/** Whether a caller may see the names of keys: they are named by their owners, for themselves. */
export function maySeeKeys(
  access: ProjectAccess | null,
  { role }: Identity,
  projectId: number,
): boolean {
  const own = findRoleIn(access, role, projectId);
  return own !== null && own !== 'VIEWER';
}

/** Lists what sends spans to projects. */
@Injectable()
export class ExportersService {
  constructor(private readonly reader: DatabaseReader) {}

  /** Lists the exporters of each project, the ones seen last first. */
  async listByProject(projectIds: readonly number[]): Promise<ExporterHealth[][]> {
    const rows = await this.reader.query<ExporterRow[]>(
      `SELECT ${COLUMNS}, k.name AS "keyName",
              CASE WHEN ${TODAY} THEN e.day_span_count ELSE 0 END AS "daySpanCount",
              CASE WHEN ${TODAY} THEN e.day_refused_count ELSE 0 END AS "dayRefusedCount",
              CASE WHEN ${TODAY} THEN e.day_late_count ELSE 0 END AS "dayLateCount"
         FROM exporters e LEFT JOIN api_keys k ON k.id = e.key_id
        WHERE e.project_id = ANY($1)
        ORDER BY e.project_id, e.last_seen_at DESC, e.id DESC`,
      [projectIds],
    );
    const now = Date.now();
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    const keys = await this.listUnreadKeys(rows.map(({ id }) => id));
    const toHealth = (row: ExporterRow): ExporterHealth => ({
      row,
      problems: findProblems(row, now),
      unreadKeys: keys.get(row.id) ?? [],
    });
    return projectIds.map((id) => (byProject.get(id) ?? []).map(toHealth));
  }

  private async listUnreadKeys(exporterIds: readonly number[]): Promise<Map<number, UnreadKey[]>> {
    const rows = await this.reader.query<UnreadKey[]>(
      `SELECT ${selectColumns(ExporterUnreadKeyEntity, 'k')}
         FROM exporter_unread_keys k WHERE exporter_id = ANY($1)
        ORDER BY request_count DESC, key`,
      [exporterIds],
    );
    return Map.groupBy(rows, ({ exporterId }) => exporterId);
  }
}

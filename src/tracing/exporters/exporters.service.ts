import { Injectable } from '@nestjs/common';
import type { Identity } from '../../kernel/access/access.js';
import { type ProjectAccess, findRoleIn } from '../../kernel/access/project-access.js';
import { DatabaseReader } from '../../database/database-reader.js';
import { type ExporterRow, listExporters, listUnreadKeys } from './exporters.queries.js';
import type { ExporterUnreadKeyEntity } from './exporter-unread-key.entity.js';
import { type ExporterProblem, findProblems } from './exporter-problems.js';

export { ProblemKind } from './exporter-problems.js';
export type { ExporterProblem } from './exporter-problems.js';

/** Type name in the global ID of an exporter. */
export const EXPORTER_TYPE = 'Exporter';

/** An exporter as queries return it: the numbers of a day are those of today. */
export type { ExporterRow };

/** An exporter, and what is wrong with it. */
export interface CheckedExporter {
  row: ExporterRow;
  problems: ExporterProblem[];
  /** The most frequent first. */
  unreadKeys: UnreadKey[];
}

/** A key of attributes that an exporter sends and nothing reads. */
export type UnreadKey = Readonly<ExporterUnreadKeyEntity>;

/** Returns whether a caller may see the names of keys: they are named by their owners, for themselves. */
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
  async listByProject(projectIds: readonly number[]): Promise<CheckedExporter[][]> {
    const rows = await listExporters(this.reader, projectIds);
    const now = Date.now();
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    const ids = rows.map(({ id }) => id);
    const unread = await listUnreadKeys(this.reader, ids);
    const keys = Map.groupBy(unread, ({ exporterId }) => exporterId);
    const toHealth = (row: ExporterRow): CheckedExporter => ({
      row,
      problems: findProblems(row, now),
      unreadKeys: keys.get(row.id) ?? [],
    });
    return projectIds.map((id) => (byProject.get(id) ?? []).map(toHealth));
  }
}

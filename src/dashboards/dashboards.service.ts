import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { ProjectAccessReader } from '../kernel/access/project-access.js';
import { isForeignKeyViolation, isUniqueViolation } from '../kernel/errors/database-errors.js';
import {
  BadRequestError,
  ConflictError,
  DomainError,
  ForbiddenError,
  NotFoundError,
} from '../kernel/errors/errors.js';
import { requireRowId } from '../kernel/ids/global-id.js';
import { ProjectsService } from '../projects/projects.service.js';
import { type Chart, ChartsService } from '../tracing/figures/charts/charts.service.js';
import { DashboardEntity } from './dashboard.entity.js';
import type { DashboardChartWidth } from './dashboard.enum.js';
import {
  findDashboard,
  insertDashboard,
  listDashboards,
  updateDashboard,
} from './dashboards.queries.js';

/** Type name in the global ID of a dashboard. */
export const DASHBOARD_TYPE = 'Dashboard';

/** Per project: shared dashboards, and the private ones of each user. */
const MOST_DASHBOARDS = 200;

/** A chart as it is stored. */
export interface DashboardChart extends Chart {
  title: string;
  width: DashboardChartWidth;
}

export interface NewDashboard {
  /** Global ID. */
  projectId: string;
  name: string;
  description: string | null;
  isShared: boolean;
  /** In the order in which they are shown. */
  charts: DashboardChart[];
}

/** Changes to a dashboard. Absent fields stay. */
export type DashboardChanges = Partial<Omit<NewDashboard, 'projectId'>> & {
  /** When the dashboard was last changed, as far as the caller knows. */
  basedOn?: string;
};

/**
 * Lists, creates, changes and deletes dashboards. A private dashboard belongs to its creator, and
 * nobody else sees it. Without authentication, every dashboard is shared.
 */
@Injectable()
export class DashboardsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly projects: ProjectsService,
    private readonly charts: ChartsService,
    private readonly access: ProjectAccessReader,
  ) {}

  /** Lists the dashboards of projects that a user can see, by name. */
  async listByProject(
    projectIds: readonly number[],
    userId: number | null,
  ): Promise<DashboardEntity[][]> {
    const rows = await listDashboards(this.database, projectIds, userId);
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    return projectIds.map((id) => byProject.get(id) ?? []);
  }

  /** Null if the dashboard does not exist, or the user cannot see it. */
  findVisible(id: number, userId: number | null): Promise<DashboardEntity | null> {
    return findDashboard(this.database, id, userId);
  }

  /**
   * Saves a dashboard.
   * @throws NotFoundError for an unknown project, ForbiddenError if a viewer shares it, ConflictError
   * if there is one with this name, or too many, and BadRequestError if a chart is invalid.
   */
  async create(dashboard: NewDashboard, caller: Identity): Promise<DashboardEntity> {
    const charts = this.writeCharts(dashboard.charts);
    const project = await this.projects.getByGlobalId(dashboard.projectId);
    const ownerId = await this.chooseOwner(dashboard.isShared, project.id, caller);
    return this.write(dashboard.name, async () => {
      const { name, description } = dashboard;
      const content = { name, description, ownerId, charts };
      const row = await insertDashboard(this.database, project.id, content, MOST_DASHBOARDS);
      if (row) return row;
      throw new ConflictError(
        `This project has ${MOST_DASHBOARDS} dashboards already. Delete one that you no longer need.`,
      );
    });
  }

  /**
   * Changes a dashboard.
   * @throws NotFoundError, ForbiddenError if a viewer changes a shared dashboard or shares one,
   * ConflictError if there is one with this name or somebody else has changed this one, and
   * BadRequestError if a chart is invalid.
   */
  async update(
    globalId: string,
    changes: DashboardChanges,
    caller: Identity,
  ): Promise<DashboardEntity> {
    const charts = changes.charts ? this.writeCharts(changes.charts) : null;
    const known = await this.getChangeable(globalId, caller);
    const { name = known.name, description = known.description } = changes;
    const { isShared = known.ownerId === null, basedOn = null } = changes;
    const ownerId = await this.chooseOwner(isShared, known.projectId, caller);
    return this.write(name, async () => {
      const content = { name, description, ownerId, charts };
      const row = await updateDashboard(this.database, known.id, content, basedOn);
      if (row) return row;
      const isDeleted = !(await this.findVisible(known.id, caller.userId));
      if (isDeleted) throw notFound(globalId);
      throw new ConflictError('This dashboard has since been changed. Reload the page.');
    });
  }

  /** Whether a user can share dashboards of a project, and change shared ones. */
  async mayShare(projectId: number, caller: Identity): Promise<boolean> {
    return (await this.access.findRoleIn(caller, projectId)) !== 'VIEWER';
  }

  /** @throws NotFoundError, and ForbiddenError if a viewer deletes a shared dashboard. */
  async delete(globalId: string, caller: Identity): Promise<void> {
    const { id } = await this.getChangeable(globalId, caller);
    await this.database.manager.delete(DashboardEntity, { id });
  }

  private async getChangeable(globalId: string, caller: Identity): Promise<DashboardEntity> {
    const found = await this.findVisible(requireRowId(globalId, DASHBOARD_TYPE), caller.userId);
    if (!found) throw notFound(globalId);
    if (found.ownerId === null) await this.assertMayShare(found.projectId, caller);
    return found;
  }

  /** Null if everyone who sees the project sees the dashboard. */
  private async chooseOwner(
    isShared: boolean,
    projectId: number,
    caller: Identity,
  ): Promise<number | null> {
    if (isShared) await this.assertMayShare(projectId, caller);
    return isShared ? null : caller.userId;
  }

  private async assertMayShare(projectId: number, caller: Identity): Promise<void> {
    if (await this.mayShare(projectId, caller)) return;
    throw new ForbiddenError('Viewers cannot share dashboards or change shared ones.');
  }

  /** Checks charts, and writes them as JSON text. */
  private writeCharts(charts: readonly DashboardChart[]): string {
    const checked = charts.map(({ title, width, ...chart }): DashboardChart => {
      try {
        return { title, width, ...this.charts.check(chart) };
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        throw new BadRequestError(`Chart "${title}": ${error.message}`);
      }
    });
    return JSON.stringify(checked);
  }

  private async write(
    name: string,
    save: () => Promise<DashboardEntity>,
  ): Promise<DashboardEntity> {
    try {
      return await save();
    } catch (error) {
      if (isUniqueViolation(error)) {
        throw new ConflictError(`A dashboard named "${name}" already exists. Choose another name.`);
      }
      // The project or user was deleted after it was looked up.
      if (isForeignKeyViolation(error)) throw new NotFoundError('The project no longer exists.');
      throw error;
    }
  }
}

/** Returns the charts of a dashboard. */
export function readCharts({ charts }: DashboardEntity): DashboardChart[] {
  return charts as DashboardChart[];
}

function notFound(globalId: string): NotFoundError {
  return new NotFoundError(`Dashboard "${globalId}" not found.`);
}

import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import type { Identity } from '../kernel/access/access.js';
import { ProjectAccessReader } from '../kernel/access/project-access.js';
import { BadRequestError, ConflictError, DomainError } from '../kernel/errors/errors.js';
import { ProjectsService } from '../projects/projects.service.js';
import { ShareableRowsService } from '../projects/shareable-rows.service.js';
import { type Chart, ChartsService } from '../tracing/figures/charts/charts.service.js';
import { DashboardEntity } from './dashboard.entity.js';
import type { DashboardChartWidth } from './dashboard.enum.js';
import { insertDashboard, updateDashboard } from './dashboards.queries.js';

/** Type name in the global ID of a dashboard. */
export const DASHBOARD_TYPE = 'Dashboard';

/** Per project: shared dashboards, and the private ones of each user. */
const MAX_DASHBOARDS = 200;

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

/** Lists, creates, changes and deletes dashboards. */
@Injectable()
export class DashboardsService extends ShareableRowsService<DashboardEntity> {
  constructor(
    database: DatabaseWriter,
    access: ProjectAccessReader,
    private readonly projects: ProjectsService,
    private readonly charts: ChartsService,
  ) {
    super(database, access, {
      entity: DashboardEntity,
      table: 'dashboards',
      type: DASHBOARD_TYPE,
      noun: 'dashboard',
    });
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
      const row = await insertDashboard(this.database, project.id, content, MAX_DASHBOARDS);
      if (row) return row;
      throw new ConflictError(
        `This project has ${MAX_DASHBOARDS} dashboards already. Delete one that you no longer need.`,
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
      if (isDeleted) throw this.notFound(globalId);
      throw new ConflictError('This dashboard has since been changed. Reload the page.');
    });
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
}

/** Returns the charts of a dashboard. */
export function readCharts({ charts }: DashboardEntity): DashboardChart[] {
  return charts as DashboardChart[];
}

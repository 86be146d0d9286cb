import { Injectable } from '@nestjs/common';
import { DatabaseWriter } from '../database/database-writer.js';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository, SelectQueryBuilder } from 'typeorm';
import { ProjectEntity } from './project.entity.js';

/** Selects the projects in a list. */
export interface ProjectFilter {
  /** Part of the folded name; empty for any name. */
  foldedPart: string;
  /** Whether to include the projects that contain the traces of experiments. */
  includeExperiments: boolean;
  /** Whether to include the projects that contain the traces of evaluators. */
  includeEvaluators: boolean;
}

/** The playground also runs experiments, but users look at its traces. */
const PLAYGROUND = 'playground';

const IS_OF_NO_EXPERIMENT = `(project.name = '${PLAYGROUND}'
  OR NOT EXISTS (SELECT FROM experiments e WHERE e.project_name = project.name))`;

const IS_OF_NO_EVALUATOR = `NOT EXISTS (
    SELECT FROM dataset_evaluators v WHERE v.project_name = project.name)
  AND NOT EXISTS (SELECT FROM evaluation_rules r WHERE r.traces_project_name = project.name)`;

/** Readers do not see projects that are marked for deletion. */
const IS_KEPT = 'NOT EXISTS (SELECT FROM project_deletions d WHERE d.project_id = project.id)';

/** When the last trace of a project began. */
const LAST_TRACE = {
  single: '(SELECT max(t.start_time) FROM traces t WHERE t.project_id = project.id)',
  // One query for each project is not possible.
  cluster: `(
  SELECT last.start_time FROM (
    SELECT t.project_id, max(t.start_time) AS start_time FROM traces t GROUP BY t.project_id) last
   WHERE last.project_id = project.id)`,
};

/**
 * SQL of the sort columns of projects. GraphQL names them in `ProjectColumn`
 * (graphql/projects.args.ts).
 */
export interface ProjectOrder {
  col?: 'name' | 'endTime';
  dir: 'asc' | 'desc';
}

export interface ProjectPage {
  /** Sort column; row ID by default. */
  order: ProjectOrder;
  /** Row ID of the first row of the page; only for sorting by descending row ID. */
  from?: number | null;
  /** Number of rows to skip. */
  offset?: number;
  limit: number;
}

/** SQL for lists of projects and for their deletion in the background. */
@Injectable()
export class ProjectsQueries {
  constructor(
    @InjectRepository(ProjectEntity) private readonly projects: Repository<ProjectEntity>,
    private readonly database: DatabaseWriter,
  ) {}

  list(
    filter: ProjectFilter,
    { order, from = null, offset, limit }: ProjectPage,
  ): Promise<ProjectEntity[]> {
    const direction = order.dir === 'desc' ? 'DESC' : 'ASC';
    const query = this.select(filter).offset(offset).limit(limit);
    if (from !== null) query.andWhere('project.id <= :from', { from });
    if (order.col === 'name') {
      query.orderBy('project.nameFolded', direction).addOrderBy('project.name', direction);
    } else if (order.col === 'endTime') {
      query
        .addSelect(this.database.distribution.choose(LAST_TRACE), 'last_trace')
        .orderBy('last_trace', direction, 'NULLS LAST');
    }
    return query.addOrderBy('project.id', direction).getMany();
  }

  count(filter: ProjectFilter): Promise<number> {
    return this.select(filter).getCount();
  }

  /** Waits for all writers of the project, and locks it until the transaction ends. */
  async lock(tx: EntityManager, id: number): Promise<void> {
    await tx.query('SELECT id FROM projects WHERE id = $1 FOR UPDATE', [id]);
  }

  /** Counts what belongs to a project besides its traces. */
  async countBelongings(id: number): Promise<{ datasets: number; prompts: number }> {
    const [row] = await this.projects.manager.query<[{ datasets: number; prompts: number }]>(
      `SELECT (SELECT count(*) FROM datasets WHERE project_id = $1) AS datasets,
              (SELECT count(*) FROM prompts WHERE project_id = $1) AS prompts`,
      [id],
    );
    return row;
  }

  /**
   * Keeps what a private project leaves behind from becoming visible when it is deleted: hides the
   * projects that belong to it, and deletes the messages about it.
   */
  async hideRemains(tx: EntityManager, id: number): Promise<void> {
    await tx.query('UPDATE projects SET is_private = true WHERE parent_id = $1', [id]);
    await tx.query('DELETE FROM webhook_deliveries WHERE project_id = $1', [id]);
  }

  /** Marks the projects with these names, except the default one. Skips unknown names. */
  async markForDeletion(tx: EntityManager, names: readonly string[]): Promise<void> {
    await tx.query(
      `INSERT INTO project_deletions (project_id)
       SELECT id FROM projects WHERE name = ANY($1) AND name <> 'default' ORDER BY id
       ON CONFLICT DO NOTHING`,
      [names],
    );
  }

  /** Finds the first marked project after another one; null if there is none. */
  async findMarkedAfter(tx: EntityManager, id: number): Promise<number | null> {
    const [row] = await tx.query<{ id: number }[]>(
      `SELECT project_id AS id FROM project_deletions WHERE project_id > $1
        ORDER BY project_id LIMIT 1`,
      [id],
    );
    return row?.id ?? null;
  }

  private select({
    foldedPart,
    includeExperiments,
    includeEvaluators,
  }: ProjectFilter): SelectQueryBuilder<ProjectEntity> {
    const query = this.projects.createQueryBuilder('project').where(IS_KEPT);
    if (!includeExperiments) query.andWhere(IS_OF_NO_EXPERIMENT);
    if (!includeEvaluators) query.andWhere(IS_OF_NO_EVALUATOR);
    // Not LIKE, in which % and _ are wildcards.
    if (foldedPart) query.andWhere('strpos(project.name_folded, :foldedPart) > 0', { foldedPart });
    return query;
  }
}

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository, SelectQueryBuilder } from 'typeorm';
import { ProjectEntity } from './project.entity.js';

/** Which projects a list shows. */
export interface ProjectFilter {
  /** Part of the folded name; empty for all. */
  foldedPart: string;
  /** Whether projects that hold the traces of experiments are among them. */
  includeExperiments: boolean;
}

/** The playground makes experiments as well, but people look at its traces. */
const PLAYGROUND = 'playground';

const IS_OF_NO_EXPERIMENT = `(project.name = '${PLAYGROUND}'
  OR NOT EXISTS (SELECT FROM experiments e WHERE e.project_name = project.name))`;

/** Projects that are about to be deleted are gone for whoever looks. */
const STAYS = 'NOT EXISTS (SELECT FROM project_deletions d WHERE d.project_id = project.id)';

export interface ProjectOrder {
  column: 'id' | 'name' | 'endTime';
  direction: 'ASC' | 'DESC';
}

/** Where a list is read: `offset` rows are left out, then at most `limit` are read. */
export interface Slice {
  offset: number;
  limit: number;
}

/** SQL of lists of projects. */
@Injectable()
export class ProjectsQueries {
  constructor(
    @InjectRepository(ProjectEntity) private readonly projects: Repository<ProjectEntity>,
  ) {}

  /** Newest first, beginning with the row `cursorId` when there is one. */
  page(cursorId: number | null, limit: number, filter: ProjectFilter): Promise<ProjectEntity[]> {
    const query = this.listed(filter).orderBy('project.id', 'DESC').limit(limit);
    if (cursorId !== null) query.andWhere('project.id <= :cursorId', { cursorId });
    return query.getMany();
  }

  slice(
    order: ProjectOrder,
    filter: ProjectFilter,
    { offset, limit }: Slice,
  ): Promise<ProjectEntity[]> {
    const { column, direction } = order;
    const query = this.listed(filter).offset(offset).limit(limit);
    if (column === 'name') {
      query.orderBy('project.nameFolded', direction).addOrderBy('project.name', direction);
    } else if (column === 'endTime') {
      query
        .addSelect(
          '(SELECT max(t.start_time) FROM traces t WHERE t.project_id = project.id)',
          'last_trace',
        )
        .orderBy('last_trace', direction, 'NULLS LAST');
    }
    return query.addOrderBy('project.id', direction).getMany();
  }

  count(filter: ProjectFilter): Promise<number> {
    return this.listed(filter).getCount();
  }

  /** Waits for everyone who adds to the project, and keeps others out until the transaction ends. */
  async lock(tx: EntityManager, id: number): Promise<void> {
    await tx.query('SELECT id FROM projects WHERE id = $1 FOR UPDATE', [id]);
  }

  private listed({
    foldedPart,
    includeExperiments,
  }: ProjectFilter): SelectQueryBuilder<ProjectEntity> {
    const query = this.projects.createQueryBuilder('project').where(STAYS);
    if (!includeExperiments) query.andWhere(IS_OF_NO_EXPERIMENT);
    // Not LIKE, in which % and _ would mean something.
    if (foldedPart) query.andWhere('strpos(project.name_folded, :foldedPart) > 0', { foldedPart });
    return query;
  }
}

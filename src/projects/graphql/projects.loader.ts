import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../common/graphql/loaders.js';
import { type Project, toProject } from './project.type.js';
import { ProjectsService } from '../projects.service.js';

/** Projects by row id. */
@Injectable()
export class ProjectsLoader implements BatchLoader<number, Project | null> {
  constructor(private readonly projects: ProjectsService) {}

  async batch(ids: readonly number[]): Promise<(Project | null)[]> {
    const rows = await this.projects.findByIds(ids);
    return inOrderOf(ids, rows.map(toProject), (project) => project.rowId);
  }
}

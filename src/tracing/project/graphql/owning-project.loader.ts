import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../common/errors/errors.js';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { type Project, toProject } from '../../../projects/graphql/project.type.js';
import { ProjectsService } from '../../../projects/projects.service.js';

/** The project of a trace, span or session, by the project's row id. */
@Injectable()
export class OwningProjectLoader implements BatchLoader<number, Project> {
  constructor(private readonly projects: ProjectsService) {}

  async batch(ids: readonly number[]): Promise<(Project | Error)[]> {
    const projects = (await this.projects.findByIds(ids)).map(toProject);
    return inOrderOf(ids, projects, (project) => project.rowId).map(
      // Traces and sessions go with their project, so this is a deletion under way.
      (project) => project ?? new NotFoundError('The project was deleted meanwhile'),
    );
  }
}

import { Injectable } from '@nestjs/common';
import { type BatchLoader, inOrderOf } from '../../../common/graphql/loaders.js';
import { type ProjectActivity, ProjectActivityQueries } from '../project-activity.queries.js';

/** Activity by the project's row id. */
@Injectable()
export class ProjectActivityLoader implements BatchLoader<number, ProjectActivity | null> {
  constructor(private readonly queries: ProjectActivityQueries) {}

  async batch(projectIds: readonly number[]): Promise<(ProjectActivity | null)[]> {
    const rows = await this.queries.ofProjects(projectIds);
    return inOrderOf(projectIds, rows, (row) => row.projectId);
  }
}

import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../common/access.js';
import { QueryRoot } from '../../common/graphql/query-root.model.js';
import { ClearProjectInput } from './dto/clear-project.dto.js';
import { ProjectContentsService } from './project-contents.service.js';

@Resolver()
export class ProjectClearingResolver {
  constructor(private readonly contents: ProjectContentsService) {}

  @Mutation(() => QueryRoot, {
    description:
      'Deletes traces of a project with their spans, and the sessions that are left empty.',
  })
  @RequiredRole('MEMBER')
  async clearProject(@Args('input') { id, endTime }: ClearProjectInput): Promise<QueryRoot> {
    await this.contents.clear(id, endTime ?? null);
    return {};
  }
}

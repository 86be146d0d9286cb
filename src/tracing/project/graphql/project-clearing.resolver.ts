import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../../common/access/access.js';
import { QueryRoot } from '../../../common/graphql/query-root.type.js';
import { ClearProjectInput } from './clear-project.inputs.js';
import { ProjectContentsService } from '../project-contents.service.js';

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

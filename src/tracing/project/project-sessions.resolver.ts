import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { type Connection, forwardPage, keysetConnection } from '../../common/graphql/connection.js';
import type { GraphqlContext } from '../../common/graphql/context.js';
import { Project } from '../../projects/project.model.js';
import { ProjectSessionsArgs } from '../sessions/dto/session-list.dto.js';
import { cursorAt } from '../../common/graphql/keyset-sort.js';
import {
  type ProjectSession,
  ProjectSessionConnection,
  toProjectSession,
} from '../sessions/project-session.model.js';
import { SessionListsLoaders } from '../sessions/session-lists.loader.js';
import { sessionSort } from '../sessions/session-sorts.js';

/** The sessions of a project. */
@Resolver(() => Project)
export class ProjectSessionsResolver {
  constructor(private readonly lists: SessionListsLoaders) {}

  @ResolveField(() => ProjectSessionConnection)
  async sessions(
    @Parent() project: Project,
    @Args() args: ProjectSessionsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<ProjectSession>> {
    const { first, after } = forwardPage(args);
    const sort = sessionSort(args.sort);
    const range = { start: args.timeRange?.start ?? null, end: args.timeRange?.end ?? null };
    const page = { range, sort, after, limit: first + 1 };
    const rows = await loaders.of(this.lists.sessions).load({ projectId: project.rowId, page });
    return keysetConnection(rows, first, after, cursorAt(sort), toProjectSession);
  }
}

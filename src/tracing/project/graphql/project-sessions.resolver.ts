import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  type Connection,
  forwardPage,
  keysetConnection,
} from '../../../common/pagination/connection.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { ProjectSessionsArgs } from '../../sessions/graphql/sessions.args.js';
import { cursorAt } from '../../../common/pagination/keyset-sort.js';
import {
  type ProjectSession,
  ProjectSessionConnection,
  toProjectSession,
} from '../../sessions/graphql/project-session.type.js';
import { SessionListsLoaders } from '../../sessions/graphql/session-lists.loader.js';
import { sessionSort } from '../../sessions/session-sorts.js';

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

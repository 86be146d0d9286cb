import { Args, Context, ID, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import {
  type Connection,
  forwardPage,
  keysetConnection,
} from '../../../kernel/pagination/connection.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { readRowCondition } from '../../conditions/row-condition.js';
import { MatchesService, SearchedRows } from '../../matches/matches.service.js';
import { SESSION_TYPE, SessionsService } from '../sessions.service.js';
import {
  ProjectSession,
  ProjectSessionConnection,
  toProjectSession,
} from './project-session.type.js';
import { ProjectSessionsArgs, toSessionOrder } from './sessions.args.js';
import { SessionsLoaders } from './sessions.loader.js';

/** Sessions by id, and the sessions of a project. */
@Resolver(() => Project)
export class SessionsResolver {
  constructor(
    private readonly service: SessionsService,
    private readonly loaded: SessionsLoaders,
    private readonly matches: MatchesService,
    nodes: NodeRegistry,
  ) {
    nodes.register(SESSION_TYPE, async (id) => {
      const session = await this.service.findByRowId(id);
      return session && toProjectSession(session);
    });
  }

  @Query(() => ProjectSession, {
    nullable: true,
    description:
      'Finds a session by the ID that the application sent. If several projects have one, it is the one with the most recent activity.',
  })
  @Access('VIEWER')
  async getProjectSessionById(
    @Args('sessionId') sessionId: string,
    @Args('projectId', {
      type: () => ID,
      nullable: true,
      description: 'The only project to look at. Defaults to all projects.',
    })
    projectId?: string | null,
  ): Promise<ProjectSession | null> {
    const projectRowId = projectId == null ? null : requireRowId(projectId, 'Project');
    const session = await this.service.findBySessionId(sessionId, projectRowId);
    return session && toProjectSession(session);
  }

  @ResolveField(() => ProjectSessionConnection)
  async sessions(
    @Parent() project: Project,
    @Args() args: ProjectSessionsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<ProjectSession>> {
    const { first, after } = forwardPage(args);
    const { search, timeRange } = args;
    const searchedRows = SearchedRows.SESSIONS;
    const matches = await this.matches.find(project.rowId, { search, searchedRows, timeRange });
    const { rows, cursorOf } = await loaders.of(this.loaded.pageOfProject).load({
      projectId: project.rowId,
      filterCondition: args.sessionFilterCondition ?? null,
      search: args.search ?? null,
      page: {
        filter: {
          timeRange: args.timeRange,
          condition: readRowCondition('session', args.sessionFilterCondition),
          matches,
        },
        order: toSessionOrder(args),
        start: { after },
        limit: first,
      },
    });
    return keysetConnection(rows, first, after, cursorOf, toProjectSession);
  }
}

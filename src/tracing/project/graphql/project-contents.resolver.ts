import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import { DateTimeScalar } from '../../../kernel/graphql/scalars.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { ProjectContentsService } from '../project-contents.service.js';
import { ClearProjectInput } from '../../figures/project/graphql/project-figures.args.js';
import { ProjectFiguresLoaders } from '../../figures/project/graphql/project-figures.loader.js';

/** Times of activity in a project, and the mutation that clears a project. */
@Resolver(() => Project)
export class ProjectContentsResolver {
  constructor(
    private readonly contents: ProjectContentsService,
    private readonly figures: ProjectFiguresLoaders,
  ) {}

  @Query(() => DateTimeScalar, {
    nullable: true,
    description: 'When any project was last edited or received a span. Cheap to poll.',
  })
  @Access('VIEWER')
  projectsLastUpdatedAt(): Promise<string | null> {
    return this.contents.findLastChange();
  }

  @ResolveField(() => DateTimeScalar, { nullable: true, description: 'Start of the first trace.' })
  async startTime(
    @Parent() project: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    return (await loaders.of(this.figures.activity).load(project.rowId))?.firstStart ?? null;
  }

  @ResolveField(() => DateTimeScalar, {
    nullable: true,
    description: 'End of the trace that ended last.',
  })
  async endTime(
    @Parent() project: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    const always = { projectId: project.rowId, start: null, end: null, conditions: [] };
    return (await loaders.of(this.figures.totals).load(always))?.lastEnd ?? null;
  }

  @ResolveField(() => Boolean)
  async hasTraces(
    @Parent() project: Project,
    @Context() context: GraphqlContext,
  ): Promise<boolean> {
    return (await this.startTime(project, context)) !== null;
  }

  @ResolveField(() => DateTimeScalar, {
    nullable: true,
    description: 'When the newest span was stored. Cheap to poll.',
  })
  async streamingLastUpdatedAt(
    @Parent() project: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    return (await loaders.of(this.figures.activity).load(project.rowId))?.lastIngested ?? null;
  }

  @Mutation(() => QueryRoot, {
    description: 'Deletes traces of a project with their spans, and sessions that become empty.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async clearProject(@Args('input') { id, endTime }: ClearProjectInput): Promise<QueryRoot> {
    await this.contents.clear(id, endTime ?? null);
    return {};
  }
}

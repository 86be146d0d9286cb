import { Context, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../../common/access/access.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { DateTimeScalar } from '../../../common/graphql/scalars.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { ProjectActivityLoader } from './project-activity.loader.js';
import { ProjectActivityService } from '../project-activity.service.js';
import { ProjectMetricsLoaders } from './project-metrics.loader.js';

/** When something happened in a project. */
@Resolver(() => Project)
export class ProjectActivityResolver {
  constructor(
    private readonly service: ProjectActivityService,
    private readonly activity: ProjectActivityLoader,
    private readonly metrics: ProjectMetricsLoaders,
  ) {}

  @Query(() => DateTimeScalar, {
    nullable: true,
    description: 'When any project was edited or got a span. Cheap to poll.',
  })
  @RequiredRole('VIEWER')
  projectsLastUpdatedAt(): Promise<string | null> {
    return this.service.last();
  }

  @ResolveField(() => DateTimeScalar, { nullable: true, description: 'Start of the first trace.' })
  async startTime(
    @Parent() project: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    return (await loaders.of(this.activity).load(project.rowId))?.firstStart ?? null;
  }

  @ResolveField(() => DateTimeScalar, { nullable: true, description: 'End of the last trace.' })
  async endTime(
    @Parent() project: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string | null> {
    const always = { projectId: project.rowId, start: null, end: null };
    return (await loaders.of(this.metrics.totals).load(always))?.lastEnd ?? null;
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
    return (await loaders.of(this.activity).load(project.rowId))?.lastIngested ?? null;
  }
}

import {
  Args,
  Context,
  Int,
  Mutation,
  Parent,
  Query,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { createLoaderById } from '../../../kernel/graphql/loaders.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { Project, toProject } from '../../../projects/graphql/project.type.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import {
  COST_RECALCULATION_TYPE,
  CostRecalculationService,
} from '../cost-recalculation.service.js';
import {
  CancelCostRecalculationInput,
  CancelCostRecalculationPayload,
  CostRecalculation,
  RecalculateCostsInput,
  RecalculateCostsPayload,
  toCostRecalculation,
} from './recalculate-costs.type.js';

@Resolver(() => CostRecalculation)
export class RecalculateCostsResolver {
  private readonly projects;

  constructor(
    private readonly recalculation: CostRecalculationService,
    projects: ProjectsService,
    nodes: NodeRegistry,
  ) {
    this.projects = createLoaderById((ids) => projects.findByIds(ids), toProject);
    const byId = createLoaderById((ids) => recalculation.findByIds(ids), toCostRecalculation);
    nodes.register(COST_RECALCULATION_TYPE, (id, { loaders }) => loaders.of(byId).load(id));
  }

  @Query(() => Int, {
    description:
      'Number of new spans whose cost remains to be calculated, in all projects that you can see.',
  })
  @Access('VIEWER')
  unpricedSpanCount(): Promise<number> {
    return this.recalculation.countUnpriced();
  }

  @Query(() => [CostRecalculation], {
    description: 'The 20 newest recalculations of costs, newest first.',
  })
  @Access('VIEWER')
  async costRecalculations(): Promise<CostRecalculation[]> {
    return (await this.recalculation.list()).map(toCostRecalculation);
  }

  @ResolveField(() => Project)
  async project(
    @Parent() { projectRowId }: CostRecalculation,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Project> {
    const project = await loaders.of(this.projects).load(projectRowId);
    // Recalculations are deleted with their project.
    if (!project) throw new NotFoundError('The project has since been deleted.');
    return project;
  }

  @Mutation(() => RecalculateCostsPayload, {
    description:
      'Prices the spans of a project again in the background, with the current prices. Each project can have one recalculation at a time.',
  })
  @Access('MEMBER', 'by project role')
  async recalculateCosts(
    @Args('input') { projectId, timeRange }: RecalculateCostsInput,
  ): Promise<RecalculateCostsPayload> {
    const row = await this.recalculation.start(projectId, timeRange);
    return { spanCount: row.spanCount, recalculation: toCostRecalculation(row), query: {} };
  }

  @Mutation(() => CancelCostRecalculationPayload, {
    description: 'Stops a recalculation. Spans that were priced again keep their new cost.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async cancelCostRecalculation(
    @Args('input') { id }: CancelCostRecalculationInput,
  ): Promise<CancelCostRecalculationPayload> {
    return { recalculation: toCostRecalculation(await this.recalculation.cancel(id)), query: {} };
  }
}

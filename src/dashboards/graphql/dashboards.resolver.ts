import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { UnauthenticatedError } from '../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { NodeRegistry } from '../../kernel/graphql/node-registry.js';
import { Project } from '../../projects/graphql/project.type.js';
import { DASHBOARD_TYPE, DashboardsService } from '../dashboards.service.js';
import {
  CreateDashboardInput,
  DeleteDashboardInput,
  PatchDashboardInput,
} from './dashboard.inputs.js';
import {
  Dashboard,
  DashboardMutationPayload,
  DeleteDashboardPayload,
  toDashboard,
} from './dashboard.type.js';

/** Dashboards of a project. */
@Resolver(() => Project)
export class DashboardsResolver {
  constructor(
    private readonly service: DashboardsService,
    nodes: NodeRegistry,
  ) {
    nodes.register(DASHBOARD_TYPE, async (id, { req: { identity } }) => {
      if (!identity) throw new UnauthenticatedError('Invalid token');
      const row = await service.findVisible(id, identity.userId);
      return row && toDashboard(row);
    });
  }

  @ResolveField(() => [Dashboard], {
    description: 'The shared dashboards of the project and yours, by name.',
  })
  async dashboards(
    @Parent() { rowId: projectId }: Project,
    @Caller() caller: Identity,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Dashboard[]> {
    const key = { projectId, userId: caller.userId };
    const rows = await loaders.of(this.service.ofProject).load(key);
    return rows.map(toDashboard);
  }

  @Mutation(() => DashboardMutationPayload, { description: 'Saves a dashboard.' })
  @Access('VIEWER')
  async createDashboard(
    @Args('input') { description, ...input }: CreateDashboardInput,
    @Caller() caller: Identity,
  ): Promise<DashboardMutationPayload> {
    const row = await this.service.create({ ...input, description: description || null }, caller);
    return { dashboard: toDashboard(row), query: {} };
  }

  @Mutation(() => DashboardMutationPayload, {
    description: 'Changes a dashboard of yours, or a shared one. Viewers can change only theirs.',
  })
  @Access('VIEWER')
  async patchDashboard(
    @Args('input') input: PatchDashboardInput,
    @Caller() caller: Identity,
  ): Promise<DashboardMutationPayload> {
    const { id, name, description, isShared, charts, basedOn } = input;
    const changes = {
      ...(name && { name }),
      ...(typeof description === 'string' && { description: description || null }),
      ...(typeof isShared === 'boolean' && { isShared }),
      ...(charts && { charts }),
      ...(basedOn && { basedOn }),
    };
    const row = await this.service.update(id, changes, caller);
    return { dashboard: toDashboard(row), query: {} };
  }

  @Mutation(() => DeleteDashboardPayload, {
    description: 'Deletes a dashboard of yours, or a shared one. Viewers can delete only theirs.',
  })
  @Access('VIEWER', 'while storage is full too')
  async deleteDashboard(
    @Args('input') { id }: DeleteDashboardInput,
    @Caller() caller: Identity,
  ): Promise<DeleteDashboardPayload> {
    await this.service.delete(id, caller);
    return { deletedDashboardId: id, query: {} };
  }
}

/** The permissions of the viewer for a dashboard. */
@Resolver(() => Dashboard)
export class DashboardRightsResolver {
  constructor(private readonly service: DashboardsService) {}

  @ResolveField(() => Boolean, { description: 'Whether you can change and delete it.' })
  async canChange(
    @Parent() { isShared, projectRowId }: Dashboard,
    @Caller() caller: Identity,
  ): Promise<boolean> {
    return !isShared || this.service.mayShare(projectRowId, caller);
  }
}

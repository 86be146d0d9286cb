import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity, ONLY_ADMIN } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { findRoleIn } from '../../kernel/access/project-access.js';
import { ForbiddenError } from '../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { Project, toProject } from '../../projects/graphql/project.type.js';
import { PREVIEWED_TRACES, SamplingService } from '../sampling.service.js';
import {
  PatchProjectSamplingInput,
  SamplingCountsArgs,
  SamplingPreviewArgs,
  toSamplingRules,
} from './sampling.inputs.js';
import { SamplingLoaders } from './sampling.loader.js';
import { ProjectSampling, ProjectSamplingMutationPayload, SamplingCount } from './sampling.type.js';

/** The sampling policy of a project, which selects the traces to keep once they are quiet. */
@Resolver(() => Project)
export class SamplingResolver {
  constructor(
    private readonly sampling: SamplingService,
    private readonly loaded: SamplingLoaders,
  ) {}

  @ResolveField(() => ProjectSampling, { name: 'sampling' })
  findSampling(
    @Parent() { rowId }: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ProjectSampling> {
    return loaders.of(this.loaded.ofProject).load(rowId);
  }

  @ResolveField(() => [SamplingCount], {
    description:
      'Counts of traces by outcome in the last hours, in quarters of an hour. Excludes outcomes without traces.',
  })
  samplingCounts(
    @Parent() { rowId }: Project,
    @Args() { hours }: SamplingCountsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SamplingCount[]> {
    return loaders.of(this.loaded.counts).load({ projectId: rowId, hours });
  }

  @ResolveField(() => [SamplingCount], {
    description: `The decisions of rules about the newest ${PREVIEWED_TRACES} stored traces. Changes nothing. For managers of the project.`,
  })
  samplingPreview(
    @Parent() { rowId, parentRowId }: Project,
    @Args() { rules }: SamplingPreviewArgs,
    @Context() { req }: GraphqlContext,
  ): Promise<SamplingCount[]> {
    // Rules of anybody's choice would take time that everybody needs.
    const { identity, projectAccess = null } = req;
    if (findRoleIn(projectAccess, identity!.role, parentRowId ?? rowId) !== 'MANAGER') {
      throw new ForbiddenError(ONLY_ADMIN);
    }
    return this.sampling.preview(rowId, toSamplingRules(rules));
  }

  @Mutation(() => ProjectSamplingMutationPayload, {
    description:
      'Replaces the sampling of a project. Nothing is deleted by the rules before from then on. Traces that began to arrive before sampling was turned on are kept.',
  })
  @Access('ADMIN', 'by project role')
  async patchProjectSampling(
    @Args('input') { projectId, isEnabled, rules }: PatchProjectSamplingInput,
    @Caller() caller: Identity,
  ): Promise<ProjectSamplingMutationPayload> {
    const policy = { isEnabled, rules: toSamplingRules(rules) };
    const project = await this.sampling.replace(projectId, policy, caller);
    return { project: toProject(project), query: {} };
  }
}

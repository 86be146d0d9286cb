import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity, ONLY_ADMIN } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { findRoleIn } from '../../kernel/access/project-access.js';
import { ForbiddenError } from '../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { Project, toProject } from '../../projects/graphql/project.type.js';
import { toSpan } from '../../tracing/spans/graphql/span.type.js';
import { MaskingPreviewService, PREVIEWED_SPANS } from '../masking-preview.service.js';
import { MaskingService } from '../masking.service.js';
import { MaskRulesInput, PatchProjectMaskingInput, toMaskRules } from './masking.inputs.js';
import { MaskingLoaders } from './masking.loader.js';
import { MaskedSpan, ProjectMasking, ProjectMaskingMutationPayload } from './masking.type.js';

/** The masking rules of a project, and previews of them. */
@Resolver(() => Project)
export class MaskingResolver {
  constructor(
    private readonly masking: MaskingService,
    private readonly previews: MaskingPreviewService,
    private readonly loaded: MaskingLoaders,
  ) {}

  @ResolveField(() => ProjectMasking, { name: 'masking' })
  findMasking(
    @Parent() { rowId }: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ProjectMasking> {
    return loaders.of(this.loaded.ofProject).load(rowId);
  }

  @ResolveField(() => [MaskedSpan], {
    description: `Those of the newest ${PREVIEWED_SPANS} spans that rules would have changed. For managers of the project.`,
  })
  async maskingPreview(
    @Parent() { rowId, parentRowId }: Project,
    @Args('rules') rules: MaskRulesInput,
    @Context() { req }: GraphqlContext,
  ): Promise<MaskedSpan[]> {
    // Patterns of anybody's choice would take time that everybody needs.
    const { identity, projectAccess = null } = req;
    if (findRoleIn(projectAccess, identity!.role, parentRowId ?? rowId) !== 'MANAGER') {
      throw new ForbiddenError(ONLY_ADMIN);
    }
    const masked = await this.previews.preview(rowId, toMaskRules(rules));
    return masked.map(({ row, ...parts }) => ({ span: toSpan(row), ...parts }));
  }

  @Mutation(() => ProjectMaskingMutationPayload, {
    description:
      'Replaces the rules of a project. They apply to new spans: on this server at once, on others after a few seconds.',
  })
  @Access('ADMIN', 'by project role')
  async patchProjectMasking(
    @Args('input') { projectId, rules }: PatchProjectMaskingInput,
    @Caller() caller: Identity,
  ): Promise<ProjectMaskingMutationPayload> {
    const project = await this.masking.replace(projectId, toMaskRules(rules), caller);
    return { project: toProject(project), query: {} };
  }
}

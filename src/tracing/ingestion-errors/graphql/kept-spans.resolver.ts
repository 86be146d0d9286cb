import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { assertRole, Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { reachesSomewhere, chooseScope } from '../../../kernel/access/project-access.js';
import { inScope } from '../../../kernel/http/request-context.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { parseKeysetCursor, toKeysetCursor } from '../../../kernel/pagination/keyset-cursor.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { KeptSpansService } from '../kept-spans.service.js';
import { IngestionError } from './ingestion-error.type.js';
import { IngestionErrorsLoaders } from './ingestion-errors.loader.js';
import {
  DeleteIngestionErrorsInput,
  DeleteIngestionErrorsPayload,
  ResendIngestionErrorsInput,
  ResendIngestionErrorsPayload,
  toErrorChoice,
} from './kept-spans.inputs.js';

/** The spans that are kept of ingestion errors. */
@Resolver(() => IngestionError)
export class KeptSpansResolver {
  constructor(
    private readonly kept: KeptSpansService,
    private readonly projects: ProjectsService,
    private readonly loaded: IngestionErrorsLoaders,
  ) {}

  @ResolveField(() => String, {
    nullable: true,
    description:
      'The span as it was sent and masked: an ExportTraceServiceRequest in JSON. Null if it is not kept. For members.',
  })
  content(
    @Parent() { rowId }: IngestionError,
    @Context() { req, loaders }: GraphqlContext,
  ): Promise<string | null> {
    const { identity, projectAccess = null } = req;
    if (!reachesSomewhere(projectAccess, 'MEMBER')) assertRole(identity!, 'MEMBER');
    // Where the caller only views, nothing is kept as far as they can see.
    const scope = chooseScope(projectAccess, identity!.role, 'MEMBER');
    return inScope(scope, () => loaders.of(this.loaded.content).load(rowId));
  }

  @Mutation(() => ResendIngestionErrorsPayload, {
    description:
      'Sends spans that could not be stored again, a limited number in each call. Call it with `endCursor` until that is null.',
  })
  @Access('MEMBER', 'by project role')
  async resendIngestionErrors(
    @Args('input') input: ResendIngestionErrorsInput,
    @Caller() caller: Identity,
  ): Promise<ResendIngestionErrorsPayload> {
    const project = await this.projects.getByGlobalId(input.projectId);
    const start = input.after ? parseKeysetCursor(input.after).id : null;
    const step = await this.kept.resendNext(project, toErrorChoice(input), start, caller);
    return {
      storedCount: step.stored,
      refusedCount: step.refused,
      endCursor: step.after === null ? null : toKeysetCursor({ id: step.after }),
      query: {},
    };
  }

  @Mutation(() => DeleteIngestionErrorsPayload, {
    description: 'Deletes ingestion errors with the spans that are kept of them.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteIngestionErrors(
    @Args('input') input: DeleteIngestionErrorsInput,
    @Caller() caller: Identity,
  ): Promise<DeleteIngestionErrorsPayload> {
    const project = await this.projects.getByGlobalId(input.projectId);
    const deletedCount = await this.kept.delete(project, toErrorChoice(input), caller);
    return { deletedCount, query: {} };
  }
}

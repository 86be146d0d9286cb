import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  type Connection,
  forwardPage,
  keysetConnection,
  PageArgs,
} from '../../../kernel/pagination/connection.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { parseKeysetCursor, toKeysetCursor } from '../../../kernel/pagination/keyset-cursor.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { Project } from '../../../projects/graphql/project.type.js';
import {
  IngestionError,
  IngestionErrorConnection,
  IngestionErrorReason,
  toIngestionError,
  toIngestionErrorReason,
} from './ingestion-error.type.js';
import { IngestionErrorsLoaders } from './ingestion-errors.loader.js';
import { INGESTION_ERROR_TYPE, IngestionErrorsService } from '../ingestion-errors.service.js';

/** The spans and annotations of a project that could not be stored, and why. */
@Resolver(() => Project)
export class IngestionErrorsResolver {
  constructor(
    private readonly errors: IngestionErrorsLoaders,
    service: IngestionErrorsService,
    nodes: NodeRegistry,
  ) {
    nodes.register(INGESTION_ERROR_TYPE, async (id) => {
      const row = await service.findByRowId(id);
      return row && toIngestionError(row);
    });
  }

  @ResolveField(() => IngestionErrorConnection, {
    description:
      'Spans and annotations that could not be stored, newest first. A project keeps a limited number.',
  })
  async ingestionErrors(
    @Parent() project: Project,
    @Args() args: PageArgs,
    @Args('reason', {
      type: () => String,
      nullable: true,
      description: 'Lists only errors with this reason.',
    })
    reason: string | null | undefined,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<IngestionError>> {
    const { first, after } = forwardPage(args);
    const newestId = after === null ? null : parseKeysetCursor(after).id - 1;
    const page = { projectId: project.rowId, newestId, limit: first, reason: reason ?? null };
    const rows = await loaders.of(this.errors.page).load(page);
    return keysetConnection(
      rows,
      first,
      after,
      ({ id }) => toKeysetCursor({ id }),
      toIngestionError,
    );
  }

  @ResolveField(() => [IngestionErrorReason], {
    description: 'The stored ingestion errors by reason, the most frequent first.',
  })
  async ingestionErrorReasons(
    @Parent() project: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<IngestionErrorReason[]> {
    const reasons = await loaders.of(this.errors.reasons).load(project.rowId);
    return reasons.map(toIngestionErrorReason);
  }

  @ResolveField(() => Int, { description: 'Number of stored ingestion errors.' })
  ingestionErrorCount(
    @Parent() project: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number> {
    return loaders.of(this.errors.count).load(project.rowId);
  }
}

import {
  Args,
  Context,
  ID,
  Mutation,
  Parent,
  Query,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { QueryRoot } from '../../../kernel/graphql/query-root.type.js';
import {
  type Connection,
  forwardPage,
  keysetConnection,
} from '../../../kernel/pagination/connection.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { TraceChangesService } from '../trace-changes.service.js';
import { TracesService } from '../traces.service.js';
import { toTrace, Trace, TraceConnection } from './trace.type.js';
import { ProjectTracesArgs, toTraceFilter, toTraceOrder } from './traces.args.js';
import { TracesLoaders } from './traces.loader.js';

/** Finds, lists, moves and deletes traces. */
@Resolver(() => Project)
export class TracesResolver {
  constructor(
    private readonly service: TracesService,
    private readonly changes: TraceChangesService,
    private readonly loaded: TracesLoaders,
    nodes: NodeRegistry,
  ) {
    nodes.register('Trace', async (id) => {
      const trace = await this.service.findByRowId(id);
      return trace && toTrace(trace);
    });
  }

  @Query(() => Trace, { nullable: true })
  @Access('VIEWER')
  async getTraceByOtelId(@Args('traceId') traceId: string): Promise<Trace | null> {
    const trace = await this.service.findByTraceId(traceId);
    return trace && toTrace(trace);
  }

  @ResolveField(() => Trace, {
    nullable: true,
    description: "Finds a trace of this project by its global ID or the sender's trace ID.",
  })
  async trace(
    @Parent() project: Project,
    @Args('traceId', { type: () => ID }) traceId: string,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Trace | null> {
    const trace = await loaders.of(this.loaded.byIdentifier).load(traceId);
    return trace?.projectRowId === project.rowId ? trace : null;
  }

  @ResolveField(() => TraceConnection)
  async traces(
    @Parent() project: Project,
    @Args() args: ProjectTracesArgs,
  ): Promise<Connection<Trace>> {
    const { first, after } = forwardPage(args);
    const { rows, cursorOf } = await this.service.list(project.rowId, {
      filter: toTraceFilter(args),
      order: toTraceOrder(args),
      start: { after },
      limit: first,
    });
    return keysetConnection(rows, first, after, cursorOf, toTrace);
  }

  @Mutation(() => QueryRoot, {
    description: 'Deletes traces of one project with their spans, and sessions that become empty.',
  })
  @Access('MEMBER', 'by project role', 'while storage is full too')
  async deleteTraces(
    @Args('traceIds', { type: () => [ID] }) traceIds: string[],
  ): Promise<QueryRoot> {
    await this.changes.delete(traceIds, { emptySessions: 'delete' });
    return {};
  }

  @Mutation(() => QueryRoot, {
    description:
      'Moves traces of one project to another. A session moves with them if all of its traces move.',
  })
  @Access('MEMBER', 'by project role')
  async transferTracesToProject(
    @Args('traceIds', { type: () => [ID] }) traceIds: string[],
    @Args('projectId', { type: () => ID }) projectId: string,
  ): Promise<QueryRoot> {
    await this.changes.transfer(traceIds, projectId, { sessions: 'follow' });
    return {};
  }
}

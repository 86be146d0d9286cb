import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { RequiredRole } from '../../../common/access/access.js';
import { NodeRegistry } from '../../../common/graphql/node-registry.js';
import { QueryRoot } from '../../../common/graphql/query-root.type.js';
import { Trace, toTrace } from './trace.type.js';
import { TraceChangesService } from '../trace-changes.service.js';
import { TracesService } from '../traces.service.js';

@Resolver()
export class TracesResolver {
  constructor(
    private readonly traces: TracesService,
    private readonly changes: TraceChangesService,
    nodes: NodeRegistry,
  ) {
    nodes.register('Trace', async (id) => {
      const trace = await this.traces.findByRowId(id);
      return trace && toTrace(trace);
    });
  }

  @Query(() => Trace, { nullable: true })
  @RequiredRole('VIEWER')
  async getTraceByOtelId(@Args('traceId') traceId: string): Promise<Trace | null> {
    const trace = await this.traces.findByTraceId(traceId);
    return trace && toTrace(trace);
  }

  @Mutation(() => QueryRoot, {
    description:
      'Deletes traces of one project with their spans, and the sessions that are left empty.',
  })
  @RequiredRole('MEMBER')
  async deleteTraces(
    @Args('traceIds', { type: () => [ID] }) traceIds: string[],
  ): Promise<QueryRoot> {
    await this.changes.delete(traceIds, { emptySessions: 'delete' });
    return {};
  }

  @Mutation(() => QueryRoot, {
    description:
      'Moves traces of one project to another. A session moves along when all of its traces do.',
  })
  @RequiredRole('MEMBER')
  async transferTracesToProject(
    @Args('traceIds', { type: () => [ID] }) traceIds: string[],
    @Args('projectId', { type: () => ID }) projectId: string,
  ): Promise<QueryRoot> {
    await this.changes.transfer(traceIds, projectId, { sessions: 'follow' });
    return {};
  }
}

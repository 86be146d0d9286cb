import { Args, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { Access } from '../../../kernel/access/handler-access.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import {
  type Connection,
  forwardPage,
  keysetConnection,
} from '../../../kernel/pagination/connection.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { readRowCondition } from '../../conditions/row-condition.js';
import { SpanListsService } from '../span-lists.service.js';
import { SpansService } from '../spans.service.js';
import { Span, SpanConnection, toSpan } from './span.type.js';
import { ProjectSpansArgs, toSpanFilter, toSpanOrder } from './spans.args.js';

/** Spans by id, and the spans of a project. */
@Resolver(() => Project)
export class SpansResolver {
  constructor(
    private readonly service: SpansService,
    private readonly lists: SpanListsService,
    nodes: NodeRegistry,
  ) {
    nodes.register('Span', async (id) => {
      const span = await this.service.findByRowId(id);
      return span && toSpan(span);
    });
  }

  @Query(() => Span, {
    nullable: true,
    description:
      "Finds a span by the sender's ID. If several traces have such a span, returns the one stored first.",
  })
  @Access('VIEWER')
  async getSpanByOtelId(@Args('spanId') spanId: string): Promise<Span | null> {
    const span = await this.service.findBySpanId(spanId);
    return span && toSpan(span);
  }

  @ResolveField(() => SpanConnection)
  async spans(
    @Parent() project: Project,
    @Args() args: ProjectSpansArgs,
  ): Promise<Connection<Span>> {
    const { first, after } = forwardPage(args);
    const { rows, cursorOf } = await this.lists.list(project.rowId, {
      filter: {
        ...toSpanFilter(args),
        addCondition: this.service.readCondition(args.filterCondition),
        traceCondition: readRowCondition('trace', args.traceFilterCondition),
      },
      order: toSpanOrder(args),
      start: { after },
      limit: first,
    });
    return keysetConnection(rows, first, after, cursorOf, toSpan);
  }
}

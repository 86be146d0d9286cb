import { Args, Context, ID, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  type Connection,
  forwardPage,
  keysetConnection,
} from '../../../common/pagination/connection.js';
import type { GraphqlContext } from '../../../common/graphql/context.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { ProjectSpansArgs } from '../../spans/graphql/spans.args.js';
import { ProjectTracesArgs } from '../../traces/graphql/traces.args.js';
import { ProjectListsService } from '../project-lists.service.js';
import { type Span, SpanConnection, toSpan } from '../../spans/graphql/span.type.js';
import { Trace, TraceConnection, toTrace } from '../../traces/graphql/trace.type.js';
import { NamedTracesLoader } from '../../traces/graphql/traces.loader.js';

/** What tracing adds to a project: its traces and spans. */
@Resolver(() => Project)
export class ProjectListsResolver {
  constructor(
    private readonly lists: ProjectListsService,
    private readonly namedTraces: NamedTracesLoader,
  ) {}

  @ResolveField(() => Trace, {
    nullable: true,
    description: "A trace of this project by its global id or the sender's trace id.",
  })
  async trace(
    @Parent() project: Project,
    @Args('traceId', { type: () => ID }) traceId: string,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Trace | null> {
    const trace = await loaders.of(this.namedTraces).load(traceId);
    return trace?.projectRowId === project.rowId ? trace : null;
  }

  @ResolveField(() => SpanConnection)
  async spans(
    @Parent() project: Project,
    @Args() args: ProjectSpansArgs,
  ): Promise<Connection<Span>> {
    const page = forwardPage(args);
    const { rows, cursorOf } = await this.lists.spans(project.rowId, page, args);
    return keysetConnection(rows, page.first, page.after, cursorOf, toSpan);
  }

  @ResolveField(() => TraceConnection)
  async traces(
    @Parent() project: Project,
    @Args() args: ProjectTracesArgs,
  ): Promise<Connection<Trace>> {
    const page = forwardPage(args);
    const { rows, cursorOf } = await this.lists.traces(project.rowId, page, args);
    return keysetConnection(rows, page.first, page.after, cursorOf, toTrace);
  }
}

import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import {
  type Connection,
  forwardPage,
  keysetConnection,
  PageArgs,
} from '../../../kernel/pagination/connection.js';
import { parseRowCursor, toKeysetCursor } from '../../../kernel/pagination/keyset-cursor.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { Span } from '../../spans/graphql/span.type.js';
import { LOG_RECORD_TYPE, LogsService } from '../logs.service.js';
import {
  LogRecord,
  LogRecordConnection,
  LogRecordFilter,
  LogRecordNames,
  toLogRecord,
} from './log-record.type.js';
import { LogsLoaders } from './logs.loader.js';

/** The log records of a project. */
@Resolver(() => Project)
export class LogsOfProjectResolver {
  constructor(
    private readonly logs: LogsService,
    nodes: NodeRegistry,
  ) {
    nodes.register(LOG_RECORD_TYPE, async (id) => {
      const row = await logs.findByRowId(id);
      return row && toLogRecord(row);
    });
  }

  @ResolveField(() => LogRecordConnection, {
    description: 'Log records that were sent over OTLP, newest first.',
  })
  async logRecords(
    @Parent() { rowId }: Project,
    @Args() args: PageArgs,
    @Args('filter', { type: () => LogRecordFilter, nullable: true })
    filter: LogRecordFilter | null | undefined,
  ): Promise<Connection<LogRecord>> {
    const { first, after } = forwardPage(args);
    const input = { filter: filter ?? {}, start: { after }, limit: first };
    const { rows, cursorOf } = await this.logs.list(rowId, input);
    return keysetConnection(rows, first, after, cursorOf, toLogRecord);
  }

  @ResolveField(() => LogRecordNames, {
    description: 'The names of events and services in the 5,000 newest log records.',
  })
  logRecordNames(@Parent() { rowId }: Project): Promise<LogRecordNames> {
    return this.logs.listNames(rowId);
  }
}

/** The log records of a span. */
@Resolver(() => Span)
export class LogsOfSpanResolver {
  constructor(private readonly loaded: LogsLoaders) {}

  @ResolveField(() => LogRecordConnection, {
    description: 'Log records of its project that name the span, in time order.',
  })
  async logRecords(
    @Parent() span: Span,
    @Args() args: PageArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Connection<LogRecord>> {
    const { first, after } = forwardPage(args);
    const afterId = after === null ? null : parseRowCursor(after);
    const key = { ...toLoggedSpan(span), afterId, limit: first };
    const rows = await loaders.of(this.loaded.ofSpan).load(key);
    return keysetConnection(rows, first, after, ({ id }) => toKeysetCursor({ id }), toLogRecord);
  }

  @ResolveField(() => Int, { description: 'Number of log records of the span.' })
  logRecordCount(span: Span, _args: unknown, { loaders }: GraphqlContext): Promise<number> {
    return loaders.of(this.loaded.countOfSpan).load(toLoggedSpan(span));
  }
}

function toLoggedSpan({ projectRowId, context }: Span) {
  return { projectId: projectRowId, traceId: context.traceId, spanId: context.spanId };
}

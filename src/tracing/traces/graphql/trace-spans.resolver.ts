import {
  Args,
  Context,
  Field,
  ID,
  Int,
  ObjectType,
  Parent,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import { DomainError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import {
  type Connection,
  forwardPage,
  keysetConnection,
} from '../../../kernel/pagination/connection.js';
import { createCursorWriter, startAfter } from '../../../kernel/pagination/keyset-sort.js';
import { SqlWhere } from '../../../kernel/sql/sql-where.js';
import { isStorable } from '../../../kernel/validation/storable.js';
import { Span, SpanConnection, toSpan } from '../../spans/graphql/span.type.js';
import {
  SpanMatchesArgs,
  toSpanOfTraceFilter,
  toSpanOrder,
  TraceSpansArgs,
} from '../../spans/graphql/spans.args.js';
import { SpansLoaders } from '../../spans/graphql/spans.loader.js';
import { TraceSpansLoaders } from '../../spans/graphql/trace-spans.loader.js';
import { toSpanOfTraceSort } from '../../spans/spans.sorts.js';
import { Trace } from './trace.type.js';

const MAX_IDS = 1000;
const MAX_BINS = 1000;

@ObjectType({
  description: 'The spans of a trace that match a filter, by start, seen from a span.',
})
export class SpanMatches {
  @Field(() => Int)
  count: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Which of the matches the span is, from 1; null if it does not match.',
  })
  position: number | null;

  @Field(() => Span, {
    nullable: true,
    description: 'The last match that began before the span, or else the last of all.',
  })
  previous: Span | null;

  @Field(() => Span, {
    nullable: true,
    description: 'The first match that began after the span, or else the first of all.',
  })
  next: Span | null;
}

@ObjectType({ description: 'The spans that began in one part of the time of a trace.' })
export class TraceTimeBin {
  @Field(() => Int)
  spanCount: number;

  @Field(() => Int, { description: 'Number of spans with the status ERROR.' })
  errorCount: number;
}

/** The spans of a trace, and what helps to find one of many. */
@Resolver(() => Trace)
export class TraceSpansResolver {
  constructor(
    private readonly ofTraces: TraceSpansLoaders,
    private readonly loadedSpans: SpansLoaders,
  ) {}

  @ResolveField(() => SpanConnection, { description: 'Newest stored first, unless sorted.' })
  async spans(
    @Parent() { traceId }: Trace,
    @Args() args: TraceSpansArgs,
    @Context() context: GraphqlContext,
  ): Promise<Connection<Span>> {
    const { first, after } = forwardPage(args);
    const sort = toSpanOfTraceSort(toSpanOrder(args));
    // Here, an invalid cursor fails only this field.
    startAfter(new SqlWhere(), sort, after);
    const page = { sort, after, limit: first + 1 };
    const filter = await this.readFilter(args, context);
    const rows = await context.loaders.of(this.ofTraces.page).load({ traceId, ...filter, ...page });
    return keysetConnection(rows, first, after, createCursorWriter(sort), toSpan);
  }

  @ResolveField(() => SpanMatches, {
    description:
      'Counts the spans that match a filter, and finds the nearest before and after one of them.',
  })
  async spanMatches(
    @Parent() { traceId }: Trace,
    @Args() args: SpanMatchesArgs,
    @Context() context: GraphqlContext,
  ): Promise<SpanMatches> {
    const { loaders } = context;
    const spanId = args.spanId && isStorable(args.spanId) ? args.spanId : null;
    const filter = await this.readFilter(args, context);
    const [found] = await loaders.of(this.ofTraces.matches).load({ traceId, ...filter, spanId });
    const load = (id: string | null | undefined): Promise<Span | null> | null =>
      id == null ? null : loaders.of(this.loadedSpans.byKey).load({ traceId, spanId: id });
    const [previous, next] = await Promise.all([load(found?.previous), load(found?.next)]);
    return { count: found?.count ?? 0, position: found?.position ?? null, previous, next };
  }

  @ResolveField(() => [Span], {
    description:
      'The spans above any of the given ones, without these: at most 1,000, the nearest, in no particular order.',
  })
  ancestors(
    @Parent() { traceId }: Trace,
    @Args('spanIds', { type: () => [ID], description: "The senders' IDs, at most 1,000." })
    spanIds: string[],
    @Context() { loaders }: GraphqlContext,
  ): Promise<Span[]> {
    if (spanIds.length > MAX_IDS) {
      throw new DomainError('BAD_USER_INPUT', `Request at most ${MAX_IDS} \`spanIds\` at a time.`);
    }
    const storable = spanIds.filter(isStorable);
    return loaders.of(this.ofTraces.ancestors).load({ traceId, spanIds: storable });
  }

  @ResolveField(() => [TraceTimeBin], {
    description: 'Counts the spans that began in each of a number of equal parts of its time.',
  })
  async spanCountsByTime(
    @Parent() { traceId }: Trace,
    @Args('bins', { type: () => Int, description: '1 to 1000.' }) bins: number,
    @Context() { loaders }: GraphqlContext,
  ): Promise<TraceTimeBin[]> {
    if (bins < 1 || bins > MAX_BINS) {
      throw new DomainError('BAD_USER_INPUT', `\`bins\` must be 1 to ${MAX_BINS}.`);
    }
    const found = await loaders.of(this.ofTraces.timeBins).load({ traceId, bins });
    const byBin = new Map(found.map((row) => [row.bin, row]));
    return Array.from({ length: bins }, (_, bin) => {
      const { spanCount = 0, errorCount = 0 } = byBin.get(bin) ?? {};
      return { spanCount, errorCount };
    });
  }

  private async readFilter(args: SpanMatchesArgs | TraceSpansArgs, { loaders }: GraphqlContext) {
    const filterCondition = args.filterCondition ?? null;
    const addCondition =
      filterCondition === null
        ? null
        : await loaders.of(this.loadedSpans.condition).load(filterCondition);
    return { filterCondition, filter: { ...toSpanOfTraceFilter(args), addCondition } };
  }
}

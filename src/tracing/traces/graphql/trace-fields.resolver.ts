import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import { readSearch } from '../../span-index/search-text.js';
import { SpanCostSummary, toCostSummary } from '../../graphql/cost.type.js';
import { MAX_PREVIEWED, SpanIOPreview } from '../../spans/graphql/span-content.type.js';
import { Span } from '../../spans/graphql/span.type.js';
import { SpansLoaders } from '../../spans/graphql/spans.loader.js';
import { ErrorTypeCount, SpanKindCount, Trace } from './trace.type.js';
import { TracesLoaders } from './traces.loader.js';

/** The fields of a trace that are not in its row, loaded for a whole page at once. */
@Resolver(() => Trace)
export class TraceFieldsResolver {
  constructor(
    private readonly traces: TracesLoaders,
    private readonly loadedSpans: SpansLoaders,
  ) {}

  @ResolveField(() => Span, {
    nullable: true,
    description:
      'The earliest span without a parent, or else the earliest whose parent is not stored.',
  })
  rootSpan(trace: Trace, _args: unknown, { loaders }: GraphqlContext): Promise<Span | null> {
    return loaders.of(this.loadedSpans.root).load(trace.traceId);
  }

  @ResolveField(() => SpanIOPreview, {
    nullable: true,
    description: `The start of what was asked: the input of the root span or, if it has none, of the first span that has one and is neither a tool nor a decision. Null in traces of more than ${MAX_PREVIEWED} spans whose root has none.`,
  })
  inputPreview(
    trace: Trace,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<SpanIOPreview | null> {
    return this.findPreview(trace, context, 'inputPreview', this.loadedSpans.firstInput);
  }

  @ResolveField(() => SpanIOPreview, {
    nullable: true,
    description: `The start of what was answered: the output of the root span or, if it has none, of the last span to end that has one and is neither a tool nor a decision. Null in traces of more than ${MAX_PREVIEWED} spans whose root has none.`,
  })
  outputPreview(
    trace: Trace,
    _args: unknown,
    context: GraphqlContext,
  ): Promise<SpanIOPreview | null> {
    return this.findPreview(trace, context, 'outputPreview', this.loadedSpans.lastOutput);
  }

  /** Only spans of traces whose root says nothing are looked at, those of a page at once. */
  private async findPreview(
    { traceId, numSpans }: Trace,
    { loaders }: GraphqlContext,
    side: 'inputPreview' | 'outputPreview',
    others: BatchLoader<string, SpanIOPreview | null>,
  ): Promise<SpanIOPreview | null> {
    const root = await loaders.of(this.loadedSpans.root).load(traceId);
    if (root?.[side] || numSpans > MAX_PREVIEWED) return root?.[side] ?? null;
    return loaders.of(others).load(traceId);
  }

  @ResolveField(() => Span, {
    nullable: true,
    description:
      'The earliest span that contains all words and phrases of a search, as in `Project.spans`.',
  })
  matchingSpan(
    @Parent() { traceId }: Trace,
    @Args('search') search: string,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Span | null> {
    readSearch(search);
    return loaders.of(this.loadedSpans.matchInTrace).load({ traceId, search });
  }

  @ResolveField(() => [SpanKindCount], {
    description: 'The kinds of its spans, most frequent first.',
  })
  spanCountsByKind(
    trace: Trace,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<SpanKindCount[]> {
    return loaders.of(this.traces.kindCounts).load(trace.traceId);
  }

  @ResolveField(() => [ErrorTypeCount])
  async errorsByType(
    trace: Trace,
    _args: unknown,
    { loaders }: GraphqlContext,
  ): Promise<ErrorTypeCount[]> {
    return trace.errorCount === 0 ? [] : loaders.of(this.traces.errorTypes).load(trace.traceId);
  }

  @ResolveField(() => SpanCostSummary)
  costSummary(trace: Trace): SpanCostSummary {
    const { tokenCountPrompt: promptTokens, tokenCountCompletion: completionTokens } = trace;
    const { promptCost, completionCost, tokenSpanCount, unpricedSpanCount } = trace;
    return toCostSummary({
      promptTokens,
      completionTokens,
      promptCost,
      completionCost,
      tokenSpanCount,
      unpricedSpanCount,
    });
  }
}

/** The trace of a span. */
@Resolver(() => Span)
export class SpanTraceResolver {
  constructor(private readonly traces: TracesLoaders) {}

  @ResolveField(() => Trace)
  async trace(span: Span, _args: unknown, { loaders }: GraphqlContext): Promise<Trace> {
    const trace = await loaders.of(this.traces.byTraceId).load(span.context.traceId);
    // Spans are deleted with their trace, which has just been deleted.
    if (!trace) throw new NotFoundError('The trace has since been deleted.');
    return trace;
  }
}

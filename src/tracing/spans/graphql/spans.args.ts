import { ArgsType, Field, ID, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { toEnum } from '../../../kernel/graphql/to-enum.js';
import { describeSorts } from '../../fields/field.js';
import { SPAN_SORTS } from '../../fields/span.js';
import { PageArgs } from '../../../kernel/pagination/connection.js';
import { OffsetPageArgs } from '../../../kernel/pagination/offset-page.js';
import { SortDir } from '../../../kernel/pagination/sort-dir.js';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import { SpanKind, SpanStatusCode } from '../span.enum.js';
import {
  EvalResultKey,
  toAnnotatedOrder,
} from '../../annotation-sorts/graphql/annotation-sort.inputs.js';
import { readSearch } from '../../span-index/search-text.js';
import type { SpanFilter, SpanOfTraceFilter } from '../spans.filters.js';
import type { SpanOrder } from '../spans.sorts.js';

const SpanColumn = toEnum(SPAN_SORTS);
type SpanColumn = keyof typeof SpanColumn;

registerEnumType(SpanColumn, {
  name: 'SpanColumn',
  description: 'The column by which spans are sorted. Spans without a value come last.',
  valuesMap: describeSorts(SPAN_SORTS),
});

@InputType('SpanSort', { description: 'Requires exactly one of `col` and `evalResultKey`.' })
export class SpanSortInput {
  @Field(() => SpanColumn, { nullable: true })
  col?: SpanColumn | null;

  @Field(() => EvalResultKey, { nullable: true })
  evalResultKey?: EvalResultKey | null;

  @Field(() => SortDir)
  dir: SortDir;
}

@InputType('SpanFilter', {
  description:
    'Values of one field are combined with OR, and fields with AND. An empty list selects all.',
})
export class SpanFilterInput {
  @Field(() => [SpanKind], { nullable: true })
  kinds?: SpanKind[] | null;

  @Field(() => [SpanStatusCode], { nullable: true })
  statusCodes?: SpanStatusCode[] | null;

  @Field(() => [String], { nullable: true, description: 'Exact names.' })
  names?: string[] | null;
}

@ArgsType()
export class TraceSpansArgs extends PageArgs {
  @Field(() => TimeRangeInput, { nullable: true, description: 'Applies to the start of the span.' })
  timeRange?: TimeRangeInput | null;

  @Field(() => SpanSortInput, {
    nullable: true,
    description:
      'Defaults to the order in which they were stored: the newest last in a project, and first in a trace. Spans of a trace cannot be sorted by annotations, costs, or cumulative tokens.',
  })
  sort?: SpanSortInput | null;

  @Field(() => SpanFilterInput, { nullable: true })
  filter?: SpanFilterInput | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false })
  rootSpansOnly?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: true,
    description: 'Whether a span counts as a root if its parent is not stored.',
  })
  orphanSpanAsRootSpan?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'A condition on the spans, in the filter language.',
  })
  filterCondition?: string | null;
}

@ArgsType()
export class SpanMatchesArgs {
  @Field(() => ID, {
    nullable: true,
    description: "The sender's ID of the span from which to look.",
  })
  spanId?: string | null;

  @Field(() => SpanFilterInput, { nullable: true })
  filter?: SpanFilterInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'A condition on the spans, in the filter language.',
  })
  filterCondition?: string | null;
}

const SEARCH =
  'Words, parts of words, and phrases in double quotes. All of them must be in the name, error, attributes or events of a span, ignoring case and accents.';

@ArgsType()
export class ProjectSpansArgs extends TraceSpansArgs {
  @Field(() => String, { nullable: true, description: SEARCH })
  search?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A condition on the traces of the spans, in the filter language.',
  })
  traceFilterCondition?: string | null;
}

@ArgsType()
export class DescendantsArgs extends OffsetPageArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 3,
    description: 'Number of levels below the span; 0 means all.',
  })
  maxDepth?: number | null;
}

export function toSpanFilter(args: ProjectSpansArgs): SpanFilter {
  return { ...toSpanOfTraceFilter(args), search: readSearch(args.search) };
}

/** Converts all filters but the condition, which `SpansService` reads. */
export function toSpanOfTraceFilter(
  args: Partial<Omit<TraceSpansArgs, keyof PageArgs>>,
): SpanOfTraceFilter {
  const { kinds, statusCodes, names } = args.filter ?? {};
  return {
    kinds: kinds ?? undefined,
    statusCodes: statusCodes ?? undefined,
    names: names ?? undefined,
    timeRange: args.timeRange,
    rootSpansOnly: args.rootSpansOnly ?? false,
    orphanSpanAsRootSpan: args.orphanSpanAsRootSpan ?? true,
  };
}

/** @throws DomainError BAD_USER_INPUT unless the sort has exactly one key. */
export function toSpanOrder({ sort }: TraceSpansArgs): SpanOrder | null {
  return toAnnotatedOrder(sort, sort?.evalResultKey, 'evalResultKey');
}

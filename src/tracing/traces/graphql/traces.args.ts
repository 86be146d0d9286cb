import { ArgsType, Field, InputType, registerEnumType } from '@nestjs/graphql';
import { toEnum } from '../../../kernel/graphql/to-enum.js';
import { describeSorts } from '../../fields/field.js';
import { TRACE_SORTS } from '../../fields/trace.js';
import { PageArgs } from '../../../kernel/pagination/connection.js';
import { SortDir } from '../../../kernel/pagination/sort-dir.js';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import {
  EvalResultKey,
  toAnnotatedOrder,
} from '../../annotation-sorts/graphql/annotation-sort.inputs.js';
import { readRowCondition } from '../../conditions/row-condition.js';
import { readSearch } from '../../span-index/search-text.js';
import { type TraceFilter, type TraceOrder, TraceStatus } from '../traces.filters.js';

const TraceColumn = toEnum(TRACE_SORTS);
type TraceColumn = keyof typeof TraceColumn;

registerEnumType(TraceColumn, {
  name: 'TraceColumn',
  description: 'The column by which traces are sorted. Traces without a value come last.',
  valuesMap: describeSorts(TRACE_SORTS),
});

registerEnumType(TraceStatus, {
  name: 'TraceStatus',
  description: 'The status of a trace, by whether any of its spans failed.',
  valuesMap: {
    OK: { description: 'No span failed.' },
    ERROR: { description: 'At least one span failed.' },
  },
});

@InputType('TraceSort', { description: 'Requires exactly one of `col` and `annoResultKey`.' })
export class TraceSortInput {
  @Field(() => TraceColumn, { nullable: true })
  col?: TraceColumn | null;

  @Field(() => EvalResultKey, { nullable: true, description: 'About annotations of the trace.' })
  annoResultKey?: EvalResultKey | null;

  @Field(() => SortDir)
  dir: SortDir;
}

@InputType('TraceFilter', { description: 'Fields are combined with AND.' })
export class TraceFilterInput {
  @Field(() => TraceStatus, { nullable: true })
  status?: TraceStatus | null;

  @Field(() => String, { nullable: true, description: 'The ID that the application sent.' })
  sessionId?: string | null;
}

@ArgsType()
export class ProjectTracesArgs extends PageArgs {
  @Field(() => TimeRangeInput, {
    nullable: true,
    description: 'Applies to the start of the trace.',
  })
  timeRange?: TimeRangeInput | null;

  @Field(() => TraceSortInput, {
    nullable: true,
    description: 'Defaults to the order in which they were stored.',
  })
  sort?: TraceSortInput | null;

  @Field(() => TraceFilterInput, { nullable: true })
  filter?: TraceFilterInput | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Words, parts of words, and phrases in double quotes. One span of the trace must contain all of them, as in `Project.spans`.',
  })
  search?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'A condition on the traces, in the filter language.',
  })
  traceFilterCondition?: string | null;
}

/** @throws FilterSyntaxError if the condition is invalid. */
export function toTraceFilter({
  timeRange,
  filter,
  search,
  traceFilterCondition,
}: ProjectTracesArgs): TraceFilter {
  const sessionId = filter?.sessionId ?? null;
  return {
    timeRange,
    search: readSearch(search),
    status: filter?.status,
    sessionIds: sessionId === null ? undefined : [sessionId],
    condition: readRowCondition('trace', traceFilterCondition),
  };
}

/** @throws DomainError BAD_USER_INPUT unless the sort has exactly one key. */
export function toTraceOrder({ sort }: ProjectTracesArgs): TraceOrder | null {
  return toAnnotatedOrder(sort, sort?.annoResultKey, 'annoResultKey');
}

import { ArgsType, Field } from '@nestjs/graphql';
import {
  StartedRangeField,
  TimeBinConfigInput,
  TimeBinsField,
} from '../../../kernel/graphql/time-bins.inputs.js';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import { SearchedRows } from '../../../tracing/matches/matches.service.js';

/** Selects targets by when they began. */
@ArgsType()
export class SummariesArgs {
  @Field(() => TimeRangeInput, { nullable: true })
  timeRange?: TimeRangeInput | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A condition on sessions, in the filter language. Selects what belongs to sessions that meet it.',
  })
  sessionFilterCondition?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Words, parts of words, and phrases in double quotes, as in `Project.spans`. If many spans match, only the newest are covered: see `Project.searchCoverage`.',
  })
  search?: string | null;

  @Field(() => SearchedRows, { nullable: true, defaultValue: SearchedRows.SPANS })
  searchedRows?: SearchedRows | null;
}

@ArgsType()
export class SummaryArgs extends SummariesArgs {
  @Field(() => String)
  annotationName: string;
}

const SPANS = 'A condition on the spans, in the filter language.';
const BY_TRACE =
  'A condition on traces, in the filter language. Selects traces that meet it, and their spans.';
const TRACES = 'A condition that at least one span of each trace meets, in the filter language.';

@ArgsType()
export class SpanSummariesArgs extends SummariesArgs {
  @Field(() => String, { nullable: true, description: SPANS })
  filterCondition?: string | null;

  @Field(() => String, { nullable: true, description: BY_TRACE })
  traceFilterCondition?: string | null;
}

@ArgsType()
export class SpanSummaryArgs extends SummaryArgs {
  @Field(() => String, { nullable: true, description: SPANS })
  filterCondition?: string | null;

  @Field(() => String, { nullable: true, description: BY_TRACE })
  traceFilterCondition?: string | null;
}

@ArgsType()
export class TraceSummariesArgs extends SummariesArgs {
  @Field(() => String, { nullable: true, description: TRACES })
  filterCondition?: string | null;

  @Field(() => String, { nullable: true, description: BY_TRACE })
  traceFilterCondition?: string | null;
}

@ArgsType()
export class TraceSummaryArgs extends SummaryArgs {
  @Field(() => String, { nullable: true, description: TRACES })
  filterCondition?: string | null;

  @Field(() => String, { nullable: true, description: BY_TRACE })
  traceFilterCondition?: string | null;
}

const ONE_NAME = { nullable: true, description: 'All names by default.' };

@ArgsType()
export class SpanScoresArgs extends SpanSummariesArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @TimeBinsField()
  timeBinConfig?: TimeBinConfigInput | null;
}

@ArgsType()
export class SpanMetricsArgs extends SpanScoresArgs {
  // Otherwise, Nest would take that of `SummariesArgs`.
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @Field(() => String, ONE_NAME)
  annotationName?: string | null;
}

@ArgsType()
export class SpanMetricNamesArgs extends SpanSummariesArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;
}

@ArgsType()
export class TraceScoresArgs extends TraceSummariesArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @TimeBinsField()
  timeBinConfig?: TimeBinConfigInput | null;
}

@ArgsType()
export class TraceMetricsArgs extends TraceScoresArgs {
  // Otherwise, Nest would take that of `SummariesArgs`.
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @Field(() => String, ONE_NAME)
  annotationName?: string | null;
}

@ArgsType()
export class TraceMetricNamesArgs extends TraceSummariesArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;
}

@ArgsType()
export class SessionScoresArgs extends SummariesArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @TimeBinsField()
  timeBinConfig?: TimeBinConfigInput | null;
}

@ArgsType()
export class SessionMetricsArgs extends SessionScoresArgs {
  // Otherwise, Nest would take that of `SummariesArgs`.
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @Field(() => String, ONE_NAME)
  annotationName?: string | null;
}

@ArgsType()
export class SessionMetricNamesArgs extends SummariesArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;
}

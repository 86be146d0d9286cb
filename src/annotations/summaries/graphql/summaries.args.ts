import { ArgsType, Field } from '@nestjs/graphql';
import { TimeRangeDto } from '../../../common/graphql/time-range.inputs.js';

const FILTER_CONDITION = {
  nullable: true,
  description: 'A condition on the spans, in the filter language.',
} as const;

/** Selects targets by when they began. */
@ArgsType()
export class SummariesArgs {
  @Field(() => TimeRangeDto, { nullable: true })
  timeRange?: TimeRangeDto | null;
}

@ArgsType()
export class SummaryArgs extends SummariesArgs {
  @Field(() => String)
  annotationName: string;
}

@ArgsType()
export class SpanSummariesArgs extends SummariesArgs {
  @Field(() => String, FILTER_CONDITION)
  filterCondition?: string | null;
}

@ArgsType()
export class SpanSummaryArgs extends SummaryArgs {
  @Field(() => String, FILTER_CONDITION)
  filterCondition?: string | null;
}

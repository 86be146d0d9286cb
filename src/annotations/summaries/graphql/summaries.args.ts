import { ArgsType, Field } from '@nestjs/graphql';
import { TimeRangeDto } from '../../../common/graphql/time-range.inputs.js';

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

const SPANS = 'A condition on the spans, in the filter language.';
const TRACES = 'A condition that at least one span of each trace meets, in the filter language.';

@ArgsType()
export class SpanSummariesArgs extends SummariesArgs {
  @Field(() => String, { nullable: true, description: SPANS })
  filterCondition?: string | null;
}

@ArgsType()
export class SpanSummaryArgs extends SummaryArgs {
  @Field(() => String, { nullable: true, description: SPANS })
  filterCondition?: string | null;
}

@ArgsType()
export class TraceSummariesArgs extends SummariesArgs {
  @Field(() => String, { nullable: true, description: TRACES })
  filterCondition?: string | null;
}

@ArgsType()
export class TraceSummaryArgs extends SummaryArgs {
  @Field(() => String, { nullable: true, description: TRACES })
  filterCondition?: string | null;
}

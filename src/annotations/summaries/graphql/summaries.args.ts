import { ArgsType, Field } from '@nestjs/graphql';
import { StartedRangeField } from '../../../kernel/graphql/time-bins.inputs.js';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import {
  SessionFiguresArgs,
  SessionSeriesArgs,
  SpanFiguresArgs,
  SpanSeriesArgs,
  TraceFiguresArgs,
  TraceSeriesArgs,
} from '../../../tracing/figures/graphql/figures.inputs.js';

@ArgsType()
export class SessionSummaryArgs extends SessionFiguresArgs {
  @Field(() => String)
  annotationName: string;
}

@ArgsType()
export class SpanSummaryArgs extends SpanFiguresArgs {
  @Field(() => String)
  annotationName: string;
}

@ArgsType()
export class TraceSummaryArgs extends TraceFiguresArgs {
  @Field(() => String)
  annotationName: string;
}

const ONE_NAME = { nullable: true, description: 'All names by default.' };

@ArgsType()
export class SessionMetricsArgs extends SessionSeriesArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @Field(() => String, ONE_NAME)
  annotationName?: string | null;
}

@ArgsType()
export class SpanMetricsArgs extends SpanSeriesArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @Field(() => String, ONE_NAME)
  annotationName?: string | null;
}

@ArgsType()
export class TraceMetricsArgs extends TraceSeriesArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @Field(() => String, ONE_NAME)
  annotationName?: string | null;
}

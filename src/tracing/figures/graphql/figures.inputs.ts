import { ArgsType, Field } from '@nestjs/graphql';
import {
  StartedRangeField,
  TimeBinConfigInput,
  TimeBinsField,
} from '../../../kernel/graphql/time-bins.inputs.js';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import { MatchArgs } from '../../matches/graphql/match.inputs.js';

const CONDITIONS = {
  spans:
    'A condition on spans, in the filter language. Selects spans that began in the range and meet it.',
  traces:
    'A condition on spans, in the filter language. Selects traces that began in the range and have a span that meets it.',
  byTrace:
    'A condition on traces, in the filter language. Selects traces that meet it, and their spans.',
  sessions:
    'A condition on sessions, in the filter language. Selects what belongs to sessions that meet it.',
};

@ArgsType()
export class RangeArgs extends MatchArgs {
  @Field(() => TimeRangeInput, { nullable: true })
  timeRange?: TimeRangeInput | null;
}

/** What figures of sessions cover. Spans, traces and sessions count by when they began. */
@ArgsType()
export class SessionFiguresArgs extends RangeArgs {
  @Field(() => String, { nullable: true, description: CONDITIONS.sessions })
  sessionFilterCondition?: string | null;
}

@ArgsType()
export class SpanFiguresArgs extends SessionFiguresArgs {
  @Field(() => String, { nullable: true, description: CONDITIONS.spans })
  filterCondition?: string | null;

  @Field(() => String, { nullable: true, description: CONDITIONS.byTrace })
  traceFilterCondition?: string | null;
}

@ArgsType()
export class TraceFiguresArgs extends SessionFiguresArgs {
  @Field(() => String, { nullable: true, description: CONDITIONS.traces })
  filterCondition?: string | null;

  @Field(() => String, { nullable: true, description: CONDITIONS.byTrace })
  traceFilterCondition?: string | null;
}

// Nest takes the oldest declaration of an inherited argument, so every class below has its own `timeRange`.

@ArgsType()
export class StartedSessionFiguresArgs extends SessionFiguresArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;
}

@ArgsType()
export class StartedSpanFiguresArgs extends SpanFiguresArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;
}

@ArgsType()
export class StartedTraceFiguresArgs extends TraceFiguresArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;
}

@ArgsType()
export class SessionSeriesArgs extends SessionFiguresArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @TimeBinsField()
  timeBinConfig?: TimeBinConfigInput | null;
}

@ArgsType()
export class SpanSeriesArgs extends SpanFiguresArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @TimeBinsField()
  timeBinConfig?: TimeBinConfigInput | null;
}

@ArgsType()
export class TraceSeriesArgs extends TraceFiguresArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeInput;

  @TimeBinsField()
  timeBinConfig?: TimeBinConfigInput | null;
}

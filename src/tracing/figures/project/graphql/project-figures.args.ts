import { ArgsType, Field, Float, ID, InputType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../../kernel/graphql/scalars.js';
import { TimeRangeInput } from '../../../../kernel/graphql/time-range.inputs.js';
import { Check } from '../../../../kernel/validation/check.js';
import { MatchArgs } from '../../../matches/graphql/match.args.js';
import { IS_PROBABILITY, PROBABILITY } from '../../../sessions/graphql/sessions.args.js';

@ArgsType()
export class RangeArgs extends MatchArgs {
  @Field(() => TimeRangeInput, { nullable: true })
  timeRange?: TimeRangeInput | null;
}

const SPANS =
  'A condition on spans, in the filter language. Selects spans that began in the range and meet it.';

const TRACES =
  'A condition on spans, in the filter language. Selects traces that began in the range and have a span that meets it.';

const BY_TRACE =
  'A condition on traces, in the filter language. Selects traces that meet it, and their spans.';

const SESSIONS =
  'A condition on sessions, in the filter language. Selects what belongs to sessions that meet it.';

@ArgsType()
export class SessionFiguresArgs extends RangeArgs {
  @Field(() => String, { nullable: true, description: SESSIONS })
  sessionFilterCondition?: string | null;
}

@ArgsType()
export class SpanFiguresArgs extends SessionFiguresArgs {
  @Field(() => String, { nullable: true, description: SPANS })
  filterCondition?: string | null;

  @Field(() => String, { nullable: true, description: BY_TRACE })
  traceFilterCondition?: string | null;
}

@ArgsType()
export class TraceFiguresArgs extends SessionFiguresArgs {
  @Field(() => String, { nullable: true, description: TRACES })
  filterCondition?: string | null;

  @Field(() => String, { nullable: true, description: BY_TRACE })
  traceFilterCondition?: string | null;
}

@ArgsType()
export class SessionQuantileArgs extends SessionFiguresArgs {
  @Field(() => Float, PROBABILITY)
  @Check(IS_PROBABILITY)
  probability: number;
}

@ArgsType()
export class SpanQuantileArgs extends SessionQuantileArgs {
  @Field(() => String, { nullable: true, description: SPANS })
  filterCondition?: string | null;

  @Field(() => String, { nullable: true, description: BY_TRACE })
  traceFilterCondition?: string | null;
}

@ArgsType()
export class TraceQuantileArgs extends SessionQuantileArgs {
  @Field(() => String, { nullable: true, description: TRACES })
  filterCondition?: string | null;

  @Field(() => String, { nullable: true, description: BY_TRACE })
  traceFilterCondition?: string | null;
}

@InputType()
export class ClearProjectInput {
  @Field(() => ID)
  id: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Deletes only traces that began before this time. If absent, deletes all of them.',
  })
  endTime?: string | null;
}

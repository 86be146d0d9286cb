import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../common/graphql/scalars.js';
import { TimeRangeDto } from '../../../common/graphql/time-range.inputs.js';
import { QuantileArgs } from '../../sessions/graphql/sessions.args.js';

@ArgsType()
export class RangeArgs {
  @Field(() => TimeRangeDto, { nullable: true })
  timeRange?: TimeRangeDto | null;
}

@ArgsType()
export class ProjectQuantileArgs extends QuantileArgs {
  @Field(() => TimeRangeDto, { nullable: true })
  timeRange?: TimeRangeDto | null;
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

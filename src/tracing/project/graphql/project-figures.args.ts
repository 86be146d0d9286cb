import { ArgsType, Field, Float, ID, InputType } from '@nestjs/graphql';
import { Max, Min } from 'class-validator';
import { DateTimeScalar } from '../../../common/graphql/scalars.js';
import { TimeRangeDto } from '../../../common/graphql/time-range.inputs.js';

@ArgsType()
export class RangeArgs {
  @Field(() => TimeRangeDto, { nullable: true })
  timeRange?: TimeRangeDto | null;
}

@ArgsType()
export class QuantileArgs extends RangeArgs {
  @Field(() => Float, { description: '0 to 1; 0.5 is the median.' })
  @Min(0)
  @Max(1)
  probability: number;
}

@InputType()
export class ClearProjectInput {
  @Field(() => ID)
  id: string;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Deletes only traces that began before this time; all of them when absent.',
  })
  endTime?: string | null;
}

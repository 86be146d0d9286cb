import { ArgsType, Field, Float } from '@nestjs/graphql';
import { Max, Min } from 'class-validator';
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

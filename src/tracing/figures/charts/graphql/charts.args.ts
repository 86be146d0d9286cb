import { ArgsType, Field } from '@nestjs/graphql';
import {
  StartedRangeField,
  TimeBinConfigDto,
  TimeBinsField,
} from '../../../../kernel/graphql/time-bins.inputs.js';
import { TimeRangeDto } from '../../../../kernel/graphql/time-range.inputs.js';
import { Check, checksOf } from '../../../../kernel/validation/check.js';
import { ChartInput } from './chart.type.js';

@ArgsType()
export class ChartSeriesArgs {
  @Field(() => ChartInput)
  @Check(checksOf(ChartInput)!)
  chart: ChartInput;

  @StartedRangeField()
  timeRange: TimeRangeDto;

  @TimeBinsField()
  timeBinConfig?: TimeBinConfigDto | null;
}

import { ArgsType } from '@nestjs/graphql';
import {
  StartedRangeField,
  TimeBinConfigDto,
  TimeBinsField,
} from '../../../../kernel/graphql/time-bins.inputs.js';
import { TimeRangeDto } from '../../../../kernel/graphql/time-range.inputs.js';
import { SpanFiguresArgs, TraceFiguresArgs } from './project-figures.args.js';

@ArgsType()
export class SpanSeriesArgs extends SpanFiguresArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeDto;

  @TimeBinsField()
  timeBinConfig?: TimeBinConfigDto | null;
}

@ArgsType()
export class TraceSeriesArgs extends TraceFiguresArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeDto;

  @TimeBinsField()
  timeBinConfig?: TimeBinConfigDto | null;
}

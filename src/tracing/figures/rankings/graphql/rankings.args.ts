import { ArgsType, Field, Int } from '@nestjs/graphql';
import { z } from 'zod';
import { StartedRangeField } from '../../../../kernel/graphql/time-bins.inputs.js';
import { TimeRangeDto } from '../../../../kernel/graphql/time-range.inputs.js';
import { Check } from '../../../../kernel/validation/check.js';
import { SpanFiguresArgs, TraceFiguresArgs } from '../../project/graphql/project-figures.args.js';

const FIRST = { defaultValue: 10, description: 'How many to return, up to 100.' };
const CHECKED_FIRST = z.int().min(1).max(100);

@ArgsType()
export class SpanRankingArgs extends SpanFiguresArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeDto;

  @Field(() => Int, FIRST)
  @Check(CHECKED_FIRST)
  first: number;
}

@ArgsType()
export class TopModelsArgs extends TraceFiguresArgs {
  @StartedRangeField()
  declare timeRange: TimeRangeDto;
}

@ArgsType()
export class TraceRankingArgs extends TopModelsArgs {
  // Otherwise, Nest would take that of `TraceFiguresArgs`.
  @StartedRangeField()
  declare timeRange: TimeRangeDto;

  @Field(() => Int, FIRST)
  @Check(CHECKED_FIRST)
  first: number;
}

import { Args, ArgsType, Field, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  assertStarted,
  StartedRangeField,
  TimeBinConfigInput,
  TimeBinsField,
  toBins,
} from '../../../../kernel/graphql/time-bins.inputs.js';
import { Project } from '../../../../projects/graphql/project.type.js';
import { PricedSpanCounts, toPricedSpanCounts } from '../../../graphql/cost.type.js';
import { ChartsService } from '../charts.service.js';
import { ChartInput, ChartSeries, toChartSeries } from './chart.type.js';
import { TimeRangeInput } from '../../../../kernel/graphql/time-range.inputs.js';
import { Check, checksOf } from '../../../../kernel/validation/check.js';

@ArgsType()
class ChartSeriesArgs {
  @Field(() => ChartInput)
  @Check(checksOf(ChartInput)!)
  chart: ChartInput;

  @StartedRangeField()
  timeRange: TimeRangeInput;

  @TimeBinsField()
  timeBinConfig?: TimeBinConfigInput | null;
}

/** Charts of what a project contains. */
@Resolver(() => Project)
export class ChartsResolver {
  constructor(private readonly charts: ChartsService) {}

  @ResolveField(() => ChartSeries, {
    description: 'The values of a chart. Everything counts in the bin in which it began.',
  })
  async chartSeries(
    @Parent() { rowId }: Project,
    @Args() { chart, timeRange, timeBinConfig }: ChartSeriesArgs,
  ): Promise<ChartSeries> {
    const start = assertStarted(timeRange);
    const bins = toBins(timeRange, timeBinConfig);
    const range = { start, end: timeRange.end ?? null, bins };
    return toChartSeries(await this.charts.compute(rowId, chart, range), () =>
      this.charts.countPriced(rowId, chart, range),
    );
  }
}

/** Adds to a chart of costs what these do not contain. */
@Resolver(() => ChartSeries)
export class PricedSpanCountsResolver {
  @ResolveField(() => PricedSpanCounts, {
    nullable: true,
    description: 'How many calls of the chart have no price. Null unless the chart shows costs.',
  })
  async pricedSpans(@Parent() { countPriced }: ChartSeries): Promise<PricedSpanCounts | null> {
    const counts = await countPriced();
    return counts && toPricedSpanCounts(counts);
  }
}

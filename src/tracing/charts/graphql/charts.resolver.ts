import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { assertStarted, toBins } from '../../../common/graphql/time-bins.inputs.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { ChartsService } from '../charts.service.js';
import { ChartSeries, toChartSeries } from './chart.type.js';
import { ChartSeriesArgs } from './charts.args.js';

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
    return toChartSeries(
      await this.charts.compute(rowId, chart, { start, end: timeRange.end ?? null, bins }),
    );
  }
}
